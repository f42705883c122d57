"""The English of files: pages, docstrings, comments, messages and names of tests."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

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
