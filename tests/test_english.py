"""What people read is plain English: none of the patterns that read like a translation."""

import ast
import io
import re
import subprocess
import tokenize
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent

PATTERNS = {
    r"(?:say|sa(?:ys|id)|do(?:es|ne)?|answers?|reads?|treats?|ends?|has|have|taken|it) otherwise"
    r"|otherwise than": "differently, or name the difference",
    r"(?:is|are) told|(?:is|are|was|were) said of": "is reported, applies to",
    r"(?:is|are|was|were|be) asked|asked (?:of|about)": "run, tested, sent",
    r"questions?": "input, case",
    r"beside": "besides, next to, along with",
    r"whatever|whoever": "the noun itself: any error, users, fields",
    r"what parts|partings?": "the difference",
    r"stands? (?:in|under|above|behind|below|beside)": "is in, is listed under, follows",
    r"comes? of": "results in",
    r"held (?:to|against)": "is compared with, must match",
    r"mended": "fixed",
    r"as (?:it|they) stands?": "unchanged, literally",
    r"at once": "immediately, in parallel",
    r"so many": "N, this many",
    r"now and then": "at intervals, sometimes",
    r"cannot be had": "is not available, cannot be installed",
    r"ha(?:s|ve) to be there": "is required",
    r"(?:has|have) (?:ours|yours|theirs) found": "finds, makes X find",
    r"(?:is|are) of another": "differs in",
    r"be it": "even, including, whether it is … or …",
    r"(?:is|are) said to(?=[,;.])": "is reported as such",
}
"""What is not written, and what is written instead."""

WRONG = re.compile("|".join(rf"\b(?:{one})\b" for one in PATTERNS), re.IGNORECASE)

KINDS = frozenset((".css", ".ini", ".md", ".mjs", ".py", ".rs", ".sh", ".toml", ".txt", ".yml"))

FILES = [
    file
    for name in subprocess.check_output(["git", "ls-files"], cwd=ROOT, text=True).splitlines()
    if (file := ROOT / name).suffix in KINDS and file != Path(__file__)  # which has the patterns
]

ALLOWED = {"so many bytes": "English for an amount", "stands in for": "English for a replacement"}
"""Passages that are fine, and why."""


def wrong_in(text: str) -> list[str]:
    """Return the passages that are not plain English, also where they run over a line's end."""
    text = " ".join(text.split())
    for passage in ALLOWED:
        text = text.replace(passage, "")
    return [text[max(one.start() - 30, 0) : one.end() + 20] for one in WRONG.finditer(text)]


def test_each_pattern_is_found() -> None:
    shown = ("it answers\notherwise", "is told", "is asked", "a question", "beside it", "whatever")
    assert [wrong_in(one) != [] for one in shown] == [True] * len(shown)
    assert wrong_in("a number is the reward; otherwise the key is") == []


def test_what_people_read_is_plain_english() -> None:
    wrong = {
        str(file.relative_to(ROOT)): found
        for file in FILES
        if (found := wrong_in("\n".join(passages(file))))
    }
    assert wrong == {}


_CODE = re.compile(r"`[^`]*`|\bquestions?\b(?=[\[\]:.,)=(|_]|$)|[\w.]*_[\w.]*")
"""What is code in a sentence: names, and the argument of a candidate's function."""

_TEXT = re.compile(r'^\s*(?:#+|//[/!]?|/?\*+) ?(.*)$|^[\w.-]+ = (".*)$', re.MULTILINE)
"""A line of a comment in TOML, YAML, JavaScript, Rust or CSS, or a value of TOML."""


def passages(file: Path) -> Iterator[str]:
    """Yield the sentences of a file that people read."""
    source = file.read_text(encoding="utf-8")
    match file.suffix:
        case ".py":
            yield from _of_python(source)
        case ".md":
            yield _of_markdown(source)
        case _:
            yield from ("".join(line) for line in _TEXT.findall(source))


def _of_markdown(source: str) -> str:
    """Return Markdown without code, links' addresses and headings' anchors."""
    text = re.sub(r"```.*?```|^ {4}[^\n]*$", "", source, flags=re.DOTALL | re.MULTILINE)
    return re.sub(r"`[^`]*`|\]\([^)]*\)", "", text)


def _of_python(source: str) -> Iterator[str]:
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.string.removeprefix("#")
    docstrings: set[int] = set()
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Expr(ast.Constant(str(text)) as constant):
                docstrings.add(id(constant))
                yield _without_code(text)
            case ast.FunctionDef(name) if name.startswith("test_"):
                yield name.replace("_", " ")
            case ast.Constant(str(text)) if id(node) not in docstrings and _is_message(text):
                yield _without_code(text)
            case _:
                pass


def _is_message(text: str) -> bool:
    """Return whether a string is a sentence: words in one line."""
    return " " in text.strip() and "\n" not in text


def _without_code(text: str) -> str:
    return _CODE.sub("", text)
