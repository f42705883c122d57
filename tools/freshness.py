"""``python -m tools.freshness docs``: marks generated pages with the files that they rest on.

``tox -e survey`` runs it after the pages are written. A page is stale once any of these files
differs; comments, docstrings and line breaks of Python files change no page.
"""

import hashlib
import io
import json
import sys
import tokenize
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from conformance.attestation.files import below

ROOT = Path(__file__).parent.parent

_SURVEY = (
    "candidates/deviations",
    "candidates/readers",
    "candidates/reference",
    "conformance/certification/plan.py",
    "conformance/diagnosis/expected",
    "conformance/examination",
    "conformance/implementations/readers",
    "conformance/implementations/shim",
    "conformance/operations",
    "conformance/protocol",
    "conformance/report/pages.py",
    "conformance/report/rendering.py",
    "conformance/report/survey_page.py",
    "conformance/report/survey_table.py",
    "conformance/report/templates/page.html",
    "conformance/report/templates/style.css",
    "conformance/report/templates/survey.html",
    "conformance/report/templates/survey.md",
    "conformance/survey",
    "corpus",
    "oracle",
)
"""Inputs and cases, readers, what is expected of them, harbor's side, and the pages' form."""

RESTS_ON: Mapping[str, Sequence[str]] = {
    "survey.md": _SURVEY,
    "survey.html": _SURVEY,
    "one-job-eleven-numbers.md": ("oracle", "tools/places"),
}
"""The files and folders of each page."""

MARK = "<!-- rests on "

_NOT_CODE = {tokenize.COMMENT, tokenize.ENCODING, tokenize.NL}
_DENTS = {tokenize.INDENT, tokenize.DEDENT}


def stale(docs: Path, root: Path = ROOT) -> Iterator[str]:
    """Yield each page, with what it rests on and has changed since it was written."""
    for page, parts in RESTS_ON.items():
        text = (docs / page).read_text(encoding="utf-8")
        mark = text.rpartition(MARK)[2].removesuffix(" -->\n")
        written = json.loads(mark) if mark != text else {}
        for part in parts:
            if written.get(part) != digest(root / part):
                yield f"{page}: {part} has changed"


def mark(docs: Path, root: Path = ROOT) -> None:
    """Write the digests of the files that each page rests on at its end."""
    for page, parts in RESTS_ON.items():
        text = (docs / page).read_text(encoding="utf-8").partition(MARK)[0]
        digests = json.dumps({part: digest(root / part) for part in parts})
        (docs / page).write_text(f"{text}{MARK}{digests} -->\n", encoding="utf-8")


def digest(part: Path) -> str:
    """Return the digest of a file, or of all files below a folder."""
    files = below(part) if part.is_dir() else [(part.name, part)]
    found = hashlib.sha256()
    for name, file in files:
        content = file.read_bytes()
        code = repr(_code(content)).encode() if file.suffix == ".py" else content
        found.update(f"{name}\0{len(code)}\0".encode() + code)
    return found.hexdigest()[:12]


def _code(content: bytes) -> list[str]:
    """Return the tokens of Python code, without comments, docstrings and line breaks.

    No syntax tree, which each version of Python writes in its own way.
    """
    code: list[str] = []
    line: list[tuple[int, str]] = []
    for token in tokenize.tokenize(io.BytesIO(content).readline):
        if token.type == tokenize.NEWLINE:
            if [kind for kind, _ in line if kind not in _DENTS] == [tokenize.STRING]:
                line = line[:-1]
            code += [*(text for _, text in line), "\n"]
            line = []
        elif token.type not in _NOT_CODE:
            line.append((token.type, str(token.type) if token.type in _DENTS else token.string))
    return code


if __name__ == "__main__":
    mark(Path(sys.argv[1]))
