"""Runs against one another, as plain text and as Markdown."""

import shlex
from collections.abc import Callable, Iterator, Sequence

from conformance.protocol import show
from conformance.regression.change import Change, Effect, Standing
from conformance.regression.regression import Named, Regression
from conformance.report import markdown

_EFFECTS = (Effect.WORSE, Effect.ACCEPTED, Effect.BETTER, Effect.TOLD)
"""The order in which changes are told."""


def to_text(reports: Sequence[Named], regressions: Sequence[Regression]) -> str:
    """Return the reports side by side, what changed, and the verdicts in the last lines."""
    columns = list(zip(*_rows(reports), strict=True))
    widths = [max(map(len, column)) for column in columns]
    lines = ["  ".join(map(str.ljust, row, widths)).rstrip() for row in zip(*columns, strict=True)]
    for one in regressions:
        lines += ["", _between(one), *_told(one)]
    return "\n".join([*lines, "", *verdicts(regressions)]) + "\n"


def to_markdown(reports: Sequence[Named], regressions: Sequence[Regression]) -> str:
    """Return the same as tables and lists."""
    head, *rows = ([markdown.plain(cell) for cell in row] for row in _rows(reports))
    lines = [f"**{markdown.plain(one.verdict)}**\n" for one in regressions]
    lines += markdown.table(head, rows)
    for one in regressions:
        lines += ["", f"### {markdown.plain(_between(one))}", "", *_items(one)]
    return "\n".join(lines) + "\n"


def verdicts(regressions: Sequence[Regression]) -> list[str]:
    """Return a line a comparison."""
    return [show.printable(one.verdict) for one in regressions]


def _rows(reports: Sequence[Named]) -> list[list[str]]:
    """Return a head and a line a fact, each with a column a report."""
    facts: list[tuple[str, Callable[[Named], str]]] = [
        ("", lambda one: one.name),
        ("candidate", lambda one: f"{one.report.candidate.name} {one.report.candidate.version}"),
        ("verdict", lambda one: one.report.verdict.partition(" (")[0]),
        ("exit status", lambda one: str(one.report.exit_code)),
        ("claimed", lambda one: ", ".join(one.report.scope.claimed)),
        ("clauses", lambda one: f"{len(one.report.clauses):,}"),
        ("cases", lambda one: f"{one.report.cases:,}"),
        ("divergences", lambda one: f"{one.report.divergences:,}"),
        ("declared", lambda one: f"{len(one.report.declared):,}"),
        ("profile, seed", lambda one: f"{one.report.profile}, {one.report.seed}"),
    ]
    return [
        [label, *(show.printable(fact(one)).strip() for one in reports)] for label, fact in facts
    ]


def _between(one: Regression) -> str:
    return show.printable(f"{one.after.name} against {one.before.name}")


def _told(one: Regression) -> Iterator[str]:
    """Yield each change, the worse ones first, and what is the same after them."""
    for change in _in_order(one):
        same = change.standing is Standing.SAME
        effect = "" if same else change.effect
        yield f"  {effect:<8} {change.standing:<5} {show.printable(change.what)}"
        yield from (f"{'':17}{label:<7} {text}" for label, text in _particulars(change))
    if not one.changes:
        yield "  nothing differs"


def _items(one: Regression) -> Iterator[str]:
    for change in _in_order(one):
        same = change.standing is Standing.SAME
        words = "the same" if same else f"{change.effect}, {change.standing}"
        yield f"- **{words}**: {markdown.plain(change.what)}"
        yield from (f"  - {label}: {markdown.code(text)}" for label, text in _particulars(change))
    if not one.changes:
        yield "- nothing differs"


def _in_order(one: Regression) -> list[Change]:
    """Return changes as they are told: by what they mean, and what is the same at the end."""
    return sorted(
        one.changes,
        key=lambda change: (change.standing is Standing.SAME, _EFFECTS.index(change.effect)),
    )


def _particulars(change: Change) -> Iterator[tuple[str, str]]:
    """Yield what shows a change for the worse, and what accepts it."""
    if change.effect is not Effect.WORSE:
        return
    if change.asked:
        yield "asked", show.printable(change.asked)
        yield "repeat", show.printable(change.repeat)
    yield "accept", f"--accept {shlex.quote(show.printable(change.name))}"
