"""Text of strangers in Markdown: shown as it is, in a table too, and never markup."""

import re
from collections.abc import Sequence

from conformance.protocol import show

_SPECIAL = str.maketrans({mark: f"\\{mark}" for mark in "\\`*_[]<>|&#~@"})


def plain(text: str) -> str:
    """Return text that is shown as it is."""
    return show.printable(text).translate(_SPECIAL)


def code(text: str) -> str:
    """Return text as code, between more backticks than stand in it."""
    shown = show.printable(text)
    fence = "`" * (1 + max(map(len, re.findall("`+", shown)), default=0))
    pad = " " if shown[:1] == "`" or shown[-1:] == "`" else ""
    return f"{fence}{pad}{shown}{pad}{fence}"


def row(cells: Sequence[str]) -> str:
    """Return the line of a table; cells are Markdown already."""
    return f"| {' | '.join(cells)} |"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Return the lines of a table."""
    return [row(head), row(["---"] * len(head)), *map(row, rows)]
