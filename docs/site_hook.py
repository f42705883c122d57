"""Adds pages to the site that are not in this folder: files from elsewhere, and generated lists.

README.md is the site's first page.

Links are written for those who read the files where they lie; here they lead to the pages.
"""

import posixpath
import re
from pathlib import Path

import site_pages
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from candidates.deviations.catalogue import CATALOGUE as DEVIATIONS
from conformance.operations.catalogue import CATALOGUE

DOCS = Path(__file__).parent
ELSEWHERE = {
    "README.md": "index.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "candidates/javascript/README.md": "javascript.md",
    "candidates/rust/README.md": "rust.md",
}
"""The page of each file that lies outside."""

EVIDENCE = DOCS.parent / "report" / "evidence.md"
"""What `tox -e evidence` wrote, which takes hours."""

_NO_EVIDENCE = (
    "# Evidence\n\n`tox -e evidence` measures what the suite's claims about itself rest on.\n"
)

_CLAUSE = re.compile(r"^\| `([^`]+)` \|", re.MULTILINE)
"""The first cell of a row of docs/clauses.md, which has no links where it lies."""

_CODE = re.compile(r"<code>.*?</code>", re.DOTALL)
_OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*(?![^<]*>)")
_SLASH = re.compile(r"(?<=\w)/(?=\w)(?![^<]*>)")

_LINK = re.compile(r"(\]\()([^)#:\s]+)((?:#[^)]*)?\))")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that are not in this folder."""
    for file, page in ELSEWHERE.items():
        text = (DOCS.parent / file).read_text(encoding="utf-8")
        files.append(File.generated(config, page, content=_relinked(text, file)))
    evidence = EVIDENCE.read_text(encoding="utf-8") if EVIDENCE.exists() else _NO_EVIDENCE
    generated = {
        "deviations.md": site_pages.deviations(),
        "errata.md": site_pages.errata(),
        "evidence.md": evidence,
    }
    for clause in CATALOGUE.values():
        generated[f"clauses/{clause.id}.md"] = site_pages.clause_page(clause)
    for name in DEVIATIONS:
        generated[f"deviations/{name}.md"] = site_pages.deviation_page(name)
    for page, text in generated.items():
        files.append(File.generated(config, page, content=text))
    return files


def on_page_markdown(markdown: str, page: Page, **_: object) -> str:
    """Lead links of a page to where the pages from outside are."""
    inside = page.file.generated_by is None
    if page.file.src_uri == "clauses.md":
        markdown = _CLAUSE.sub(r"| [`\1`](clauses/\1.md) |", markdown)
    return _relinked(markdown, f"docs/{page.file.src_uri}") if inside else markdown


def _relinked(markdown: str, file: str) -> str:
    """Return a file's text with its relative links as a page has them."""

    def led(link: re.Match[str]) -> str:
        before, target, after = link.groups()
        meant = posixpath.normpath(posixpath.join(posixpath.dirname(file), target))
        return f"{before}{ELSEWHERE.get(meant, meant.removeprefix('docs/'))}{after}"

    return _LINK.sub(led, markdown)


def on_page_content(html: str, **_: object) -> str:
    """Let code break after a slash, and not within an option, which browsers break after "--"."""

    def broken(code: re.Match[str]) -> str:
        options = _OPTION.sub(r'<span class="option">\g<0></span>', code[0])
        return _SLASH.sub("/<wbr>", options)

    return _CODE.sub(broken, html)


def on_post_page(output: str, page: Page, **_: object) -> str:
    """Return the survey's own page in place of its table."""
    if page.file.src_uri == "survey.md":
        return (DOCS / "survey.html").read_text(encoding="utf-8")
    return output
