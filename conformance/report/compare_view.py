"""Compared runs, as a view and as JSON."""

from collections.abc import Iterator, Sequence

from conformance.certification.regression import Effect, Named, Regression, Standing
from conformance.report.rendering import json_text, members
from conformance.report.view import Block, Code, DataTable, Group, Item, View


def view(reports: Sequence[Named], regressions: Sequence[Regression]) -> View:
    """Return the reports side by side, and the changes; the headline is the worst verdict."""
    facts = [_facts(one) for one in reports]
    rows = [[label, *(of[label].strip() for of in facts)] for label in facts[0]]
    blocks: list[Block] = [DataTable(["", *(one.name for one in reports)], rows)]
    several = len(regressions) > 1
    for one in regressions:
        title = one.verdict if several else f"{one.after.name} against {one.before.name}"
        blocks.append(Group(title, list(_items(one))))
    gravest = next((one for one in regressions if one.worse), regressions[-1])
    return View(gravest.verdict, blocks, tone="error" if gravest.worse else "same")


def _facts(named: Named) -> dict[str, str]:
    """Return the facts of a report, by their labels."""
    run = named.report
    return {
        "candidate": f"{run.candidate.name} {run.candidate.version}",
        "verdict": run.verdict.partition(" (")[0],
        "exit status": str(run.exit_code),
        "claimed": ", ".join(run.scope.claimed),
        "clauses": f"{len(run.clauses):,}",
        "cases": f"{run.cases:,}",
        "divergences": f"{run.divergences:,}",
        "declared": f"{len(run.declared):,}",
        "profile, seed": f"{run.profile}, {run.seed}",
    }


def _items(one: Regression) -> Iterator[Block]:
    """Yield the changes by their meaning, then what is unchanged, and the causes."""
    standings = [*Standing]
    for change in sorted(
        one.changes,
        key=lambda one: ([*Effect].index(one.effect), standings.index(one.standing)),
    ):
        same = (change.effect, change.standing) == (Effect.TOLD, Standing.SAME)
        words = "the same" if same else f"{change.effect}, {change.standing}"
        case = [("asked", Code(change.asked)), ("repeat", Code(change.repeat))]
        yield Item(f"{words}: {change.what}", case if change.asked and not same else [])
    if not one.changes:
        yield "nothing differs"
    yield from (Item(f"cause: {cause.description}") for cause in one.after.report.causes)


def to_json(reports: Sequence[Named], regressions: Sequence[Regression]) -> str:
    """Return the reports by their given names, and each comparison."""
    document = {
        "compare": 1,
        "worse": any(one.worse for one in regressions),
        "reports": [_report(one) for one in reports],
        "comparisons": [
            {
                "before": one.before.name,
                "after": one.after.name,
                "worse": bool(one.worse),
                "verdict": one.verdict,
                "changes": one.changes,
            }
            for one in regressions
        ],
    }
    return json_text(document)


def _report(named: Named) -> dict[str, object]:
    report = named.report
    return {
        "name": named.name,
        "candidate": report.candidate.model_dump(),
        **members(report, "verdict", "exit_code"),
        "claimed": report.scope.claimed,
        "clauses": len(report.clauses),
        **members(report, "cases", "divergences", "profile", "seed"),
    }
