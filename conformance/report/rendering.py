"""Writes a view as text, Markdown, HTML and JUnit XML, and a result as JSON."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, is_dataclass
from pathlib import Path
from xml.etree import ElementTree as ET

from conformance.report.view import (
    Block,
    Code,
    DataTable,
    Facts,
    Group,
    Item,
    Strong,
    View,
    Words,
)

type Writer = Callable[[View], str]
"""What writes a view in one form."""


def text(view: View) -> str:
    """Return a view for a terminal; the headline is the last line."""
    return "\n".join([*_text_blocks(view.blocks, ""), safe(view.headline)]) + "\n"


def markdown(view: View) -> str:
    """Return a view as Markdown; the headline comes first, in bold."""
    lines = [f"**{plain(view.headline)}**", "", *_markdown_blocks(view.blocks, 2)]
    return "\n".join(lines).rstrip("\n") + "\n"


def html(view: View) -> str:
    """Return a view as one self-contained page, readable without scripts."""
    # jinja2 takes longer to import than any other format to write.
    from conformance.report.pages import render  # noqa: PLC0415

    head, _, rest = view.headline.partition(": ")
    return render(
        "view.html", view=view, head=head, rest=rest, kind=_kind, parts=parts, tag=_TAGS.get
    )


_TAGS = {Code: "code", Strong: "strong"}


def junit(view: View) -> str:
    """Return the items of a view's groups that have an outcome as JUnit XML, a suite a group."""
    root = ET.Element("testsuites", name=view.name)
    for group in view.blocks:
        if isinstance(group, Group):
            suite = ET.SubElement(root, "testsuite", name=safe("".join(parts(group.title))))
            for item in _items(group.blocks):
                _add_test(suite, item)
            suite.set("tests", str(len(suite)))
            for kind, counter in _COUNTERS.items():
                suite.set(counter, str(len(suite.findall(f"testcase/{kind}"))))
    ET.indent(root)
    return ET.tostring(root, encoding="unicode") + "\n"


_COUNTERS = {"failure": "failures", "error": "errors", "skipped": "skipped"}


def json_text(document: object) -> str:
    """Return a result as JSON: dataclasses are objects, enumerations their values."""
    return json.dumps(document, indent=2, default=_member) + "\n"


def _member(value: object) -> object:
    if is_dataclass(value) and not isinstance(value, type):
        return asdict(value)
    if isinstance(value, Path):
        return str(value)
    if isinstance(value, set | frozenset):
        return sorted(value)
    raise TypeError(f"{type(value).__name__} is not written as JSON")


def safe(words: str) -> str:
    """Return text with what is not printable escaped: controls, marks of direction, surrogates."""
    return "".join(c if c.isprintable() else json.dumps(c)[1:-1] for c in words)


_SPECIAL = str.maketrans({mark: f"\\{mark}" for mark in "\\`*_[]<>|&#~@"})


def plain(words: str) -> str:
    """Return text that Markdown shows as it is."""
    return safe(words).translate(_SPECIAL)


def code(words: str) -> str:
    """Return text as code of Markdown, between more backticks than it has itself."""
    shown = safe(words)
    fence = "`" * (1 + max(map(len, re.findall("`+", shown)), default=0))
    pad = " " if shown[:1] == "`" or shown[-1:] == "`" else ""
    return f"{fence}{pad}{shown}{pad}{fence}"


def parts(words: Words) -> tuple[str, ...]:
    """Return the pieces of a line."""
    return (words,) if isinstance(words, str) else words


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return rows as lines whose columns begin at the same place."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(map(str.ljust, row, widths)).rstrip() for row in rows]


def _kind(block: Block) -> str:
    return "words" if isinstance(block, str | tuple) else type(block).__name__.lower()


def _items(blocks: Iterable[Block]) -> Iterator[Item]:
    for block in blocks:
        if isinstance(block, Item) and block.outcome:
            yield block
        elif isinstance(block, Group):
            yield from _items(block.blocks)


def _add_test(suite: ET.Element, item: Item) -> None:
    name = safe("".join(parts(item.title)))
    test = ET.SubElement(suite, "testcase", classname=safe(item.where) or suite.get("name", ""))
    test.set("name", name)
    if item.seconds is not None:
        test.set("time", f"{item.seconds:.3f}")
    if item.outcome in _COUNTERS:
        lines = list(map(safe, item.detail.split("\n")))
        problem = ET.SubElement(test, item.outcome, message=lines[0])
        lines = lines if len(lines) > 1 else []
        lines += [f"{label}: {_text(words)}" for label, words in item.facts]
        problem.text = "\n".join(lines) or None


def _text(words: Words) -> str:
    return safe("".join(parts(words)))


def _text_blocks(blocks: Iterable[Block], indent: str) -> Iterator[str]:
    for block in blocks:
        match block:
            case Facts(rows):
                lines = aligned([[label, _text(words)] for label, words in rows]) if rows else []
                yield from (f"{indent}{line}" for line in lines)
            case DataTable(head, rows):
                table = [list(head), *([_text(cell) for cell in row] for row in rows)]
                yield from (f"{indent}{line}" for line in [*aligned(table), ""])
            case Item():
                yield f"{indent}{_text(block.title)}{_detail(block)}"
                for label, words in block.facts:
                    yield f"{indent}   {label:<10} {_text(words)}"
            case Group(title, inner):
                yield f"{indent}{_text(title)}"
                yield from _text_blocks(inner, f"{indent}  ")
                yield ""
            case _:
                yield f"{indent}{_text(block)}"


def _detail(item: Item) -> str:
    first = safe(item.detail.partition("\n")[0])
    return f": {first}" if first else ""


def _inline(words: Words) -> str:
    return "".join(_part(part) for part in parts(words))


def _part(part: str) -> str:
    if isinstance(part, Code):
        return code(part)
    return f"**{plain(part)}**" if isinstance(part, Strong) else plain(part)


def _markdown_blocks(blocks: Iterable[Block], level: int) -> Iterator[str]:
    blocks = list(blocks)
    for place, block in enumerate(blocks):
        match block:
            case Facts(rows):
                yield from (f"- {plain(label)}: {_inline(words)}" for label, words in rows)
            case DataTable(head, rows):
                yield from table(list(map(plain, head)), [list(map(_inline, row)) for row in rows])
            case Item():
                detail = plain(block.detail.partition("\n")[0])
                yield f"- {_inline(block.title)}{f': {detail}' if detail else ''}"
                yield from (f"  - {plain(name)}: {_inline(words)}" for name, words in block.facts)
            case Group():
                yield from _markdown_group(block, level)
            case "":
                continue
            case _:
                yield _inline(block)
        if not (isinstance(block, Item) and isinstance(_next(blocks, place), Item)):
            yield ""


def _next(blocks: Sequence[Block], place: int) -> Block | None:
    return blocks[place + 1] if place + 1 < len(blocks) else None


def _markdown_group(group: Group, level: int) -> Iterator[str]:
    yield f"{'#' * level} {_inline(group.title)}"
    yield ""
    if group.folded:
        yield "<details><summary>particulars</summary>"
        yield ""
    yield from _markdown_blocks(group.blocks, level + 1)
    if group.folded:
        yield "</details>"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Return the lines of a table; cells are Markdown already."""
    return [f"| {' | '.join(row)} |" for row in (head, ["---"] * len(head), *rows)]
