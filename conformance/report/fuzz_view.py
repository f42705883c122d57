"""The result of fuzzing for people, and as the JSON that ``docs/fuzz.md`` describes."""

from collections.abc import Iterator, Sequence

from conformance.fuzz.config import PROPOSALS, REPORTS, in_words
from conformance.fuzz.journal import CoveragePoint
from conformance.fuzz.result import FuzzResult
from conformance.protocol import show
from conformance.report import run_view
from conformance.report.rendering import json_text, members
from conformance.report.view import Block, Code, DataTable, Facts, Group, Item, Plot, View, Words

MOST_BEHAVIOURS, MOST_POINTS = 5, 12
"""How many behaviours of a case and points in time are shown."""


def view_of(result: FuzzResult, *, verbose: bool = False) -> View:
    """Return the facts, each candidate's run, harbor's coverage and the proposals."""
    state, folder = result.state, result.config.folder / PROPOSALS
    points = [*state.coverage, state.latest]
    coverage = [
        [in_words(one.seconds), f"{one.cases:,}", f"{one.lines:,}", f"{one.kinds:,}"]
        for one in _growth([*{one.cases: one for one in points}.values()])
    ]
    plots = (
        Plot("lines of harbor", "cases", [(one.cases, one.lines) for one in points]),
        Plot("kinds of answer", "cases", [(one.cases, one.kinds) for one in points]),
    )
    head = ["after", "cases", "lines of harbor", "kinds of answer"]
    # Each command runs a case on harbor, and records its answer in the corpus.
    proposals = [Item(Code(one.command(folder))) for one in result.proposals]
    runs = {name: run_view.view(run, verbose=verbose) for name, run in result.runs.items()}
    blocks: list[Block] = [
        Facts(list(_facts(result))),
        *(
            Group(name, [*([one.headline] if len(runs) > 1 else []), *one.blocks])
            for name, one in runs.items()
        ),
        Group("harbor's coverage", [*plots, DataTable(head, coverage), *_new(result)]),
        Group("Cases that are worth recording", proposals or ["None."]),
    ]
    decided = result.deciding
    return View(decided.verdict, blocks, run_view.tone(decided))


def _facts(result: FuzzResult) -> Iterator[tuple[str, Words]]:
    state, last, examples = result.state, result.state.latest, result.config.examples
    first = [str(seed) for seed in (result.rounds or [result.seed])]
    seeds = " to ".join(dict.fromkeys([first[0], first[-1]]))
    yield "seeds", f"{seeds}, {examples:,} examples of each check under each"
    yield "run", f"{last.cases:,} cases in {in_words(last.seconds)}, {result.rate:,.0f}/s"
    yield "harbor", f"{last.lines:,} lines ran, {last.kinds:,} kinds of answer"
    yield "quiet", f"nothing new in {state.quiet:,} cases"
    yield "ends early", result.config.limits.rule
    yield "ended", result.ended.why
    if shared := result.shared.name:
        lost = f", which was gone ({result.shared.lost}): the same command shares the examples"
        yield "shared", f"{shared}{lost if result.shared.lost else ''}"
    yield "report", str(result.config.folder / REPORTS[0])


def _growth(points: Sequence[CoveragePoint]) -> list[CoveragePoint]:
    """Return some points in time, including the first and the last."""
    if len(points) <= MOST_POINTS:
        return list(points)
    step = (len(points) - 1) / (MOST_POINTS - 1)
    return [points[round(place * step)] for place in range(MOST_POINTS)]


def _new(result: FuzzResult) -> Iterator[Block]:
    for found, new in result.state.shown:
        named = ", ".join(new.behaviours[:MOST_BEHAVIOURS])
        if (more := len(new.behaviours) - MOST_BEHAVIOURS) > 0:
            named += f" and {more} more"
        yield Item(("new: ", Code(named), " at ", Code(found.clause)))


def json_of(result: FuzzResult) -> str:
    """Return the result as JSON."""
    state, folder = result.state, result.config.folder / PROPOSALS
    document = {
        "fuzz": 2,
        **members(result.deciding, "verdict", "exit_code"),
        "ended": result.ended.why,
        "rule": result.config.limits.rule,
        "seed": result.seed,
        "seeds": result.rounds,
        "examples": result.config.examples,
        **members(state, "cases", "seconds", "quiet"),
        "rate": round(result.rate, 1),
        "coverage": [*state.coverage, state.latest],
        "new_behaviours": [
            {
                "behaviours": new.behaviours,
                "clause": found.clause,
                "seed": found.drawn_from,
                "input": show.case(new.case),
            }
            for found, new in state.shown
        ],
        "runs": {name: run.model_dump() for name, run in result.runs.items()},
        "proposals": [
            {
                **members(one, "clause", "name", "note"),
                "file": str(one.file(folder)),
                "command": one.command(folder),
            }
            for one in result.proposals
        ],
        "database": members(result.shared, "name", "lost"),
    }
    return json_text(document)
