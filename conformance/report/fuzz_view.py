"""The result of fuzzing for people, and as the JSON that ``docs/fuzz.md`` describes."""

from collections.abc import Iterator, Sequence

from conformance.certification.report_parts import ReportedFinding
from conformance.certification.reporting import reported_cause, reported_finding
from conformance.certification.request import RunPlan
from conformance.diagnosis.diagnosis import NOTHING_WRONG
from conformance.fuzz.config import PROPOSALS, REPORTS, in_words
from conformance.fuzz.proposals import repeat
from conformance.fuzz.result import FuzzResult
from conformance.fuzz.state import CoveragePoint, FuzzFinding
from conformance.protocol import show
from conformance.report.rendering import json_text, members
from conformance.report.run_view import about, facts
from conformance.report.view import Block, Code, DataTable, Facts, Group, Item, Plot, View, Words

MOST_FINDINGS, MOST_BEHAVIOURS, MOST_POINTS = 10, 5, 12
"""How many findings without a cause, behaviours of a case and points in time are shown."""


def view_of(result: FuzzResult) -> View:
    """Return the facts, causes, most serious findings, harbor's coverage and the proposals."""
    state, folder = result.state, result.config.folder / PROPOSALS
    rows = [[*pair, f"{cases:,}"] for pair, cases in sorted(state.cases.items())]
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
    blocks: list[Block] = [
        Facts(list(_facts(result))),
        *(f"Note: {note}" for note in result.notes()),
        Group("Cases", [DataTable(["candidate", "operation", "cases"], rows)]),
        Group("Findings", list(_found(result)) or ["None."]),
        Group("harbor's coverage", [*plots, DataTable(head, coverage), *_new(result)]),
        Group("Cases that are worth recording", proposals or ["None."]),
    ]
    return View(result.verdict, blocks, "same" if result.code == 0 else "other")


def _facts(result: FuzzResult) -> Iterator[tuple[str, Words]]:
    identity, state, last = result.identity, result.state, result.state.latest
    for plan in result.config.targets:
        spec, oracle = plan.request.spec, plan.request.oracle
        yield "candidate", f"{spec.name} {plan.tried.version}: {', '.join(plan.scope.claimed)}"
        if oracle is not None:
            digest = oracle.provenance.wheel_digest[:12]
            yield "oracle", f"harbor {oracle.version}, wheel {digest}, in {oracle.folder.name}"
    versions = identity["versions"].items()
    yield "versions", ", ".join(f"{name} {version}" for name, version in versions)
    if result.rounds:
        seeds = " to ".join(dict.fromkeys((str(result.rounds[0]), str(result.rounds[-1]))))
        yield "seeds", f"{seeds}, {identity['examples']:,} examples of each check under each"
    else:
        yield "seeds", f"none yet of {identity['seed']} and those after it"
    yield "run", f"{last.cases:,} cases in {in_words(last.seconds)}, {result.rate:,.0f}/s"
    yield "harbor", f"{last.lines:,} lines ran, {last.kinds:,} kinds of answer"
    new = sum(len(new.behaviours) for _, new in state.shown)
    yield "new", f"{new:,} of these with no recorded case of these operations"
    yield "quiet", f"nothing new in {state.quiet:,} cases"
    yield "ends early", result.config.limits.rule
    if result.shared.name:
        yield "shared", result.shared.name
    yield "report", str(result.config.folder / REPORTS[0])


def _growth(points: Sequence[CoveragePoint]) -> list[CoveragePoint]:
    """Return some points in time, including the first and the last."""
    if len(points) <= MOST_POINTS:
        return list(points)
    step = (len(points) - 1) / (MOST_POINTS - 1)
    return [points[round(place * step)] for place in range(MOST_POINTS)]


def _found(result: FuzzResult) -> Iterator[Block]:
    """Yield each cause with a case, then the findings that no cause explains."""
    for name, diagnosis in result.diagnoses.items():
        for cause in diagnosis.causes:
            found = FuzzFinding(name, cause.finding, None)
            told = reported_cause(cause, _plan(result, found))
            yield Item(f"{name}: {about(told)}", list(_particulars(result, found)))
    left = [found for found in result.state.findings if not _is_explained(result, found)]
    for found in left[:MOST_FINDINGS]:
        one = found.finding
        seed = "" if found.seed is None else f", seed {found.seed}"
        what = f"{found.candidate}: divergence at {one.clause}: {one.kind.words}{seed}"
        yield Item(f"{what}: {one.difference}", list(_particulars(result, found)))
    if len(left) > MOST_FINDINGS:
        yield f"… and {len(left) - MOST_FINDINGS} more"


def _is_explained(result: FuzzResult, found: FuzzFinding) -> bool:
    """Return whether all divergences of a finding's clause have a cause."""
    diagnosis = result.diagnoses.get(found.candidate, NOTHING_WRONG)
    clause = found.finding.clause
    return clause in diagnosis.clauses and clause not in diagnosis.clauses_unexplained


def _particulars(result: FuzzResult, found: FuzzFinding) -> Iterator[tuple[str, Words]]:
    yield from facts(_reported(result, found))
    if proposal := next((one for one in result.proposals if one.case == found.case), None):
        yield "record", Code(proposal.command(result.config.folder / PROPOSALS))


def _plan(result: FuzzResult, found: FuzzFinding) -> RunPlan:
    return next(one for one in result.config.targets if one.name == found.candidate)


def _reported(result: FuzzResult, found: FuzzFinding) -> ReportedFinding:
    plan, folder = _plan(result, found), result.config.folder / PROPOSALS
    line = repeat(plan, found, result.proposals, folder)
    return reported_finding(found.finding, plan).model_copy(update={"repeat": line})


def _new(result: FuzzResult) -> Iterator[Block]:
    for found, new in result.state.shown:
        named = ", ".join(new.behaviours[:MOST_BEHAVIOURS])
        if (more := len(new.behaviours) - MOST_BEHAVIOURS) > 0:
            named += f" and {more} more"
        yield Item(("new: ", Code(named), " at ", Code(found.clause)))


def json_of(result: FuzzResult) -> str:
    """Return the result as JSON."""
    state, shared, folder = result.state, result.shared, result.config.folder / PROPOSALS
    first, last = (result.rounds[0], result.rounds[-1]) if result.rounds else (None, None)
    document = {
        "fuzz": 1,
        "verdict": result.verdict,
        "exit_code": int(result.code),
        "ended": result.ended,
        "rule": result.config.limits.rule,
        **result.identity,
        "seeds": {"first": first, "last": last, "count": len(result.rounds)},
        "cases": state.cases.total(),
        "seconds": round(state.seconds, 3),
        "rate": round(result.rate, 1),
        "quiet": state.quiet,
        "run": [
            {"candidate": name, "operation": operation, "cases": cases}
            for (name, operation), cases in sorted(state.cases.items())
        ],
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
        "findings": [_finding(result, found) for found in result.state.findings],
        "causes": [
            {"candidate": name, **members(cause, *_OF_CAUSE)}
            for name, diagnosis in result.diagnoses.items()
            for cause in diagnosis.causes
        ],
        "proposals": [
            {
                **members(one, "clause", "name", "note"),
                "file": str(one.file(folder)),
                "command": one.command(folder),
            }
            for one in result.proposals
        ],
        "database": members(shared, "name", "lost"),
        "notes": list(result.notes()),
    }
    return json_text(document)


_OF_CAUSE = ("deviations", "description", "clauses", "explained", "cases")


def _finding(result: FuzzResult, found: FuzzFinding) -> dict[str, object]:
    finding = _reported(result, found).model_dump()
    who = {"candidate": found.candidate, "answer": finding["candidate"], "seed": found.seed}
    return {**finding, **who}
