"""Runs against one another, as a view and as JSON."""

import shlex
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict

from conformance.certification.regression import Named, Regression
from conformance.certification.run_changes import Effect, RunChange, Standing
from conformance.protocol.shapes import Json
from conformance.report import rendering
from conformance.report.view import Block, Code, DataTable, Group, Item, View, Words

_EFFECTS = (Effect.WORSE, Effect.ACCEPTED, Effect.BETTER, Effect.TOLD)
"""The order in which changes are shown."""

_FACTS: dict[str, Callable[[Named], str]] = {
    "candidate": lambda one: f"{one.report.candidate.name} {one.report.candidate.version}",
    "verdict": lambda one: one.report.verdict.partition(" (")[0],
    "exit status": lambda one: str(one.report.exit_code),
    "claimed": lambda one: ", ".join(one.report.scope.claimed),
    "clauses": lambda one: f"{len(one.report.clauses):,}",
    "cases": lambda one: f"{one.report.cases:,}",
    "divergences": lambda one: f"{one.report.divergences:,}",
    "declared": lambda one: f"{len(one.report.declared):,}",
    "profile, seed": lambda one: f"{one.report.profile}, {one.report.seed}",
}


def view(reports: Sequence[Named], regressions: Sequence[Regression]) -> View:
    """Return the reports side by side, and what changed; the headline is the gravest verdict."""
    rows = [[label, *(fact(one).strip() for one in reports)] for label, fact in _FACTS.items()]
    blocks: list[Block] = [DataTable(["", *(one.name for one in reports)], rows)]
    several = len(regressions) > 1
    for one in regressions:
        title = one.verdict if several else f"{one.after.name} against {one.before.name}"
        blocks.append(Group(title, list(_items(one))))
    gravest = next((one for one in regressions if one.worse), regressions[-1])
    return View(gravest.verdict, blocks, tone="error" if gravest.worse else "same")


def _items(one: Regression) -> Iterator[Block]:
    """Yield the changes by what they mean, and what is the same at the end."""
    for change in sorted(
        one.changes,
        key=lambda change: (change.standing is Standing.SAME, _EFFECTS.index(change.effect)),
    ):
        same = change.standing is Standing.SAME
        words = "the same" if same else f"{change.effect}, {change.standing}"
        yield Item(f"{words}: {change.what}", _facts(change))
    if not one.changes:
        yield "nothing differs"


def _facts(change: RunChange) -> list[tuple[str, Words]]:
    """Return what shows a change for the worse, and what accepts it."""
    if change.effect is not Effect.WORSE:
        return []
    case = [("asked", Code(change.asked)), ("repeat", Code(change.repeat))] if change.asked else []
    return [*case, ("accept", Code(f"--accept {shlex.quote(rendering.safe(change.name))}"))]


def to_json(reports: Sequence[Named], regressions: Sequence[Regression]) -> str:
    """Return the reports by the names that they were given, and each comparison."""
    return rendering.json_text(
        {
            "compare": 1,
            "worse": any(one.worse for one in regressions),
            "reports": [_report(one) for one in reports],
            "comparisons": [
                {
                    "before": one.before.name,
                    "after": one.after.name,
                    "worse": bool(one.worse),
                    "verdict": one.verdict,
                    "changes": [asdict(change) for change in one.changes],
                }
                for one in regressions
            ],
        }
    )


def _report(named: Named) -> Json:
    report = named.report
    return {
        "name": named.name,
        "candidate": report.candidate.model_dump(),
        "verdict": report.verdict,
        "exit_code": report.exit_code,
        "claimed": list(report.scope.claimed),
        "clauses": len(report.clauses),
        "cases": report.cases,
        "divergences": report.divergences,
        "profile": report.profile,
        "seed": report.seed,
    }
