"""Writes a view as text, Markdown, HTML and JUnit XML, and a result as JSON."""

import json
import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict

from conformance.protocol.show import safe
from conformance.report.view import (
    Block,
    Code,
    CommandText,
    DataTable,
    Facts,
    Group,
    Heat,
    Item,
    Plot,
    Strong,
    View,
    Words,
)


def text(view: View, width: int | None = None) -> str:
    """Return a view for a terminal; the headline is the last line.

    Lines, except commands, are wrapped at ``width`` characters if it is given.
    """
    lines = [*_text_blocks(view.blocks, "", width), safe(view.headline)]
    return "".join(f"{line}\n" for one in lines for line in _folded(one, width))


def _folded(line: str, width: int | None, hanging: int = 2) -> list[str]:
    """Wrap a line; continuation lines are indented."""
    if width is None or len(line) <= width or isinstance(line, CommandText):
        return [line]
    indent = " " * (len(line) - len(line.lstrip()) + hanging)
    return textwrap.wrap(line, width, subsequent_indent=indent, break_on_hyphens=False)


def markdown(view: View) -> str:
    """Return a view as Markdown; the headline comes first, in bold."""
    return _filled("view.md", view, plain=plain, inline=_inline).rstrip("\n") + "\n"


def html(view: View) -> str:
    """Return a view as one self-contained page, readable without scripts."""
    head, _, rest = view.headline.partition(": ")
    return _filled("view.html", view, head=head, rest=rest, parts=parts, tag=_TAGS.get)


def junit(view: View) -> str:
    """Return the items of a view's groups that have an outcome as JUnit XML, a suite per group."""
    suites = [
        (_text(group.title), list(_items(group.blocks)))
        for group in view.blocks
        if isinstance(group, Group)
    ]
    return _filled("view.xml", view, suites=suites, safe=safe, words=_text)


def github(view: View) -> str:
    """Return a view as GitHub commands: an error for each item that fails, and the headline.

    The headline is an error where the tone of the view is.
    """
    failed = [one for one in _items(view.blocks) if one.outcome in {"failure", "error"}]
    kind = "error" if view.tone == "error" else "notice"
    errors = [_annotation("error", _text(one.title), one.detail, one.place) for one in failed]
    return "".join([*errors, _annotation(kind, view.name, safe(view.headline), {})])


def _annotation(kind: str, title: str, message: str, place: Mapping[str, str]) -> str:
    """Return a GitHub command that annotates a line or the whole run."""
    properties = {**place, "title": title}
    text = ",".join(f"{name}={_escaped(value, ':,')}" for name, value in properties.items())
    return f"::{kind} {text}::{_escaped(message)}\n"


def _escaped(text: str, more: str = "") -> str:
    """Return text with the characters escaped that GitHub's commands interpret."""
    return text.translate({ord(mark): f"%{ord(mark):02X}" for mark in f"%\r\n{more}"})


_TAGS = {Code: "code", CommandText: "code", Strong: "strong"}


def _filled(template: str, view: View, **values: object) -> str:
    # Importing jinja2 takes longer than writing text.
    from conformance.report.pages import render  # noqa: PLC0415

    return render(template, view=view, kind=_kind, **values)


def json_text(document: object) -> str:
    """Return a result as JSON: dataclasses are objects, enumerations their values."""
    return json.dumps(document, indent=2, default=asdict) + "\n"


def members(value: object, *names: str) -> dict[str, object]:
    """Return these attributes of a value by name, for JSON."""
    return {name: getattr(value, name) for name in names}


_SPECIAL = str.maketrans({mark: f"\\{mark}" for mark in "\\`*_[]<>|&#~@"})


def plain(words: str) -> str:
    """Return text that Markdown shows unchanged."""
    return safe(words).translate(_SPECIAL)


def code(words: str) -> str:
    """Return text as Markdown code, between more backticks than it contains."""
    shown = safe(words)
    fence = "`" * (1 + max(map(len, re.findall("`+", shown)), default=0))
    pad = " " if shown[:1] == "`" or shown[-1:] == "`" else ""
    return f"{fence}{pad}{shown}{pad}{fence}"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Return the lines of a table; cells are Markdown already."""
    return [f"| {' | '.join(row)} |" for row in (head, ["---"] * len(head), *rows)]


def parts(words: Words) -> tuple[str, ...]:
    """Return the pieces of a line."""
    return (words,) if isinstance(words, str) else words


def _inline(words: Words) -> str:
    return "".join(_part(part) for part in parts(words))


def _part(part: str) -> str:
    if isinstance(part, Code):
        return code(part)
    return f"**{plain(part)}**" if isinstance(part, Strong) else plain(part)


def _kind(block: Block) -> str:
    return "words" if isinstance(block, str | tuple) else type(block).__name__.lower()


def _items(blocks: Iterable[Block]) -> Iterator[Item]:
    for block in blocks:
        if isinstance(block, Item) and block.outcome:
            yield block
        elif isinstance(block, Group):
            yield from _items(block.blocks)


def _text(words: Words) -> str:
    return safe("".join(parts(words)))


def _text_blocks(blocks: Iterable[Block], indent: str, width: int | None) -> Iterator[str]:
    for block in blocks:
        match block:
            case Facts(rows):
                facts = [[label, _text(words)] for label, words in rows]
                yield from _aligned(facts, indent, None)
            case DataTable(head, rows):
                yield from _aligned([head, *(map(_text, row) for row in rows)], indent, width)
                yield ""
            case Item():
                detail = safe(block.detail.partition("\n")[0])
                yield f"{indent}{_text(block.title)}{f': {detail}' if detail else ''}"
                for label, words in block.facts:
                    line = f"{indent}   {label:<10} {_text(words)}"
                    # A command is one line; other texts are aligned after the label.
                    whole = isinstance(words, CommandText)
                    lines = [line] if whole else _folded(line, width, 11)
                    yield from map(CommandText, lines)
            case Group(title, inner):
                yield f"{indent}{_text(title)}"
                yield from _text_blocks(inner, f"{indent}  ", width)
                yield ""
            case Plot() | Heat():
                continue
            case _:
                yield f"{indent}{_text(block)}"


def _aligned(rows: Iterable[Iterable[str]], indent: str, width: int | None) -> Iterator[str]:
    """Yield rows as lines with aligned columns; the first shrinks, to 20 at least, if necessary."""
    table = list(map(list, rows))
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    if width is not None:
        room = width - len(indent) - sum(widths[1:]) - 2 * len(widths[1:])
        widths[0] = min(widths[0], max(room, 20))
    for row in table:
        row[0] = row[0] if len(row[0]) <= widths[0] else f"{row[0][: widths[0] - 1]}…"
        yield indent + "  ".join(map(str.ljust, row, widths)).rstrip()
