"""The one form of what a command prints: a headline, tables, label and value rows, and items.

A command builds a ``View`` from its result, and ``conformance.report.rendering`` writes it::

    view = View(
        "REFUSED: 1 of 2 differs",
        [
            Facts([("jobs", "2"), ("harbor", Code("0.13.1"))]),
            DataTable(["job", "mean"], [["first", "0.5"], ["second", Strong("0.25")]]),
            Group("second", [Item("mean differs", [("recorded", "0.5")], outcome="failure")]),
        ],
    )
    rendering.text(view)      # for a terminal: the headline is the last line
    rendering.markdown(view)  # for a step summary: the headline comes first
    rendering.html(view)      # one self-contained page
    rendering.junit(view)     # a suite per group, a test case per item that has an outcome

Text needs no escaping: each function escapes what its format, or a terminal, interprets.
``rendering.json_text`` makes a result's JSON from the result itself, not from its view.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal


class Code(str):
    """Text that is shown as code: a command, an id, an answer."""

    __slots__ = ()


class CommandText(Code):
    """A command line: it is never broken into several lines."""

    __slots__ = ()


class Strong(str):
    """Text that is shown in bold: the value that differs."""

    __slots__ = ()


type Outcome = Literal["", "passed", "failure", "error", "skipped"]
"""The outcome of an item in JUnit; nothing if it is not a test case."""

type Tone = Literal["same", "other", "error"]
"""The colour of a verdict."""

type Words = str | tuple[str, ...]
"""Text in a line: a string, or several in a row, each plain, ``Code`` or ``Strong``."""


@dataclass(frozen=True, slots=True)
class Facts:
    """Labels with their values, one a line."""

    rows: Sequence[tuple[str, Words]]


@dataclass(frozen=True, slots=True)
class DataTable:
    """A table: its head, and rows of as many cells."""

    head: Sequence[str]
    rows: Sequence[Sequence[Words]]


@dataclass(frozen=True, slots=True)
class Item:
    """One entry of a list: a finding, a change, a note; ``facts`` are its details.

    An item with an ``outcome`` is a test case of JUnit, called by its title: ``where`` is its
    class, and ``detail`` the message, whose first line follows the title elsewhere. ``place`` has
    the file and the line that GitHub shows it at.
    """

    title: Words
    facts: Sequence[tuple[str, Words]] = ()
    detail: str = ""
    outcome: Outcome = ""
    where: str = ""
    seconds: float | None = None
    place: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Group:
    """Blocks under a title."""

    title: Words
    blocks: Sequence["Block"]


@dataclass(frozen=True, slots=True)
class Plot:
    """A count that grows in steps, drawn on pages; text has a table instead.

    ``points`` are pairs of a count on the horizontal axis, called ``across``, and the value then.
    """

    label: str
    across: str
    points: Sequence[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class HeatCell:
    """A value of a map: its share of the maximum, from 0 to 4, or None for no number."""

    text: str
    level: int | None
    title: str = ""
    differs: bool = False


@dataclass(frozen=True, slots=True)
class Heat:
    """Rows of values, drawn on pages, each with its items; text has neither."""

    label: str
    rows: Sequence[tuple[str, Sequence[HeatCell], Sequence[Item]]]


type Block = Words | Facts | DataTable | Item | Group | Plot | Heat
"""The elements of a view; words are a paragraph."""


@dataclass(frozen=True, slots=True)
class View:
    """A result for people: its verdict in one line, and the details.

    ``tone`` is the colour of a page's headline, ``name`` what JUnit calls the whole.
    """

    headline: str
    blocks: Sequence[Block] = ()
    tone: Tone = "other"
    name: str = "harbor-conformance"
