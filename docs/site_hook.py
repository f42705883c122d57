"""Has mkdocs take pages that lie outside this folder: README.md is the site's first.

Links are written for those who read the files where they lie; here they lead to the pages.
"""

import posixpath
import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

DOCS = Path(__file__).parent
ELSEWHERE = {
    "README.md": "index.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "candidates/javascript/README.md": "javascript.md",
    "candidates/rust/README.md": "rust.md",
}
"""The page of each file that lies outside."""

_LINK = re.compile(r"(\]\()([^)#:\s]+)((?:#[^)]*)?\))")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that lie outside."""
    for file, page in ELSEWHERE.items():
        text = (DOCS.parent / file).read_text(encoding="utf-8")
        files.append(File.generated(config, page, content=_relinked(text, file)))
    return files


def on_page_markdown(markdown: str, page: Page, **_: object) -> str:
    """Lead links of a page to where the pages from outside are."""
    inside = page.file.generated_by is None
    return _relinked(markdown, f"docs/{page.file.src_uri}") if inside else markdown


def _relinked(markdown: str, file: str) -> str:
    """Return a file's text with its relative links as a page has them."""

    def led(link: re.Match[str]) -> str:
        before, target, after = link.groups()
        meant = posixpath.normpath(posixpath.join(posixpath.dirname(file), target))
        return f"{before}{ELSEWHERE.get(meant, meant.removeprefix('docs/'))}{after}"

    return _LINK.sub(led, markdown)
