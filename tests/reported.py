"""A small run that never took place, for tests of what becomes of a run."""

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from conformance.certification import plan, report_file
from conformance.certification.plan import Profile
from conformance.certification.reporting import Established
from conformance.certification.request import Request, RunPlan
from conformance.certification.run import Tried
from conformance.certification.scope import Scope
from conformance.diagnosis.expected.deviations import ExpectedDeviation, ExpectedDeviations
from conformance.examination.findings import CheckResult, Finding
from conformance.executor.workers import Workers
from conformance.implementations.start import CandidateSpec, Provenance
from conformance.operations.catalogue import CATALOGUE
from conformance.protocol.differences import Kind
from conformance.protocol.values import Case, Result

OPERATION = "pass_at_k"
STEPS = tuple(plan.steps((OPERATION,)))
RESULTS = tuple(
    CheckResult(step.clause, step.check, seed=0, cases=2, seconds=0.1, answered=2) for step in STEPS
)
PLANNED = RunPlan(
    request=Request(CandidateSpec("mine:"), 2**64, Workers(1), Profile.QUICK),
    tried=Tried("1 \ud800", (OPERATION,), ()),
    scope=Scope(claimed=(OPERATION,), not_claimed=("metric",), not_asked=(), restrictions=()),
    steps=STEPS,
)
WHOLE = Established(
    planned=PLANNED,
    provenance=Provenance("0.13.1", "0" * 64, 1, "CPython 3.12.1", "2.14.3", "2.50.4"),
    results=RESULTS,
)
FIRST = RESULTS[0]
EXPECTED = ExpectedDeviations(
    deviations=(ExpectedDeviation("pass-at-k-reciprocal", "a cause", "a source"),)
)


def with_first(**changed: Any) -> Established:  # noqa: ANN401 - any field
    return replace(WHOLE, results=(replace(FIRST, **changed), *RESULTS[1:]))


SEEN = with_first(declared=1, applied=frozenset({"pass-at-k-reciprocal"}))
"""A run whose first clause has the deviation that is expected."""


def found(kind: Kind) -> Established:
    answers = Result({"a": {"2": 1}}), Result({"a": {"2": 1.0}})
    finding = Finding(FIRST.clause, Case(OPERATION, {"trials": []}), *answers, kind=kind)
    return with_first(findings=(finding,))


def requested(run: Established, **changed: Any) -> Established:  # noqa: ANN401 - any option
    request = replace(run.planned.request, **changed)
    return replace(run, planned=replace(run.planned, request=request))


def scoped(run: Established, **changed: tuple[str, ...]) -> Established:
    scope = run.planned.scope.model_copy(update=changed)
    return replace(run, planned=replace(run.planned, scope=scope))


def document_of(run: Established) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(report_file.to_text(run.run()))
    return document


def reported_finding(clause: str, kind: Kind = Kind.NUMBER) -> dict[str, Any]:
    """Return a finding of a report, as that of another clause."""
    finding: dict[str, Any] = document_of(found(kind))["findings"][0]
    own = {"level": CATALOGUE[clause].rating.level, "operation": clause.partition(".")[0]}
    return {**finding, **own, "clause": clause}


def diverging(document: dict[str, Any], clause: str, kind: Kind = Kind.NUMBER) -> None:
    """Have a clause of a report diverge, as the report of such a run would say it."""
    operation = document["operations"][clause.partition(".")[0]]
    operation["divergences"] += 1
    operation["clauses"][clause]["divergences"] = 1
    document["findings"] = [*document["findings"], reported_finding(clause, kind)]


type Place = tuple[str | int, ...]


def places(value: Any, at: Place = ()) -> Iterator[Place]:  # noqa: ANN401 - any JSON
    """Yield the places of all members and elements of JSON."""
    members = value.items() if isinstance(value, dict) else enumerate(value)
    for name, member in members:
        yield (*at, name)
        if isinstance(member, dict | list):
            yield from places(member, (*at, name))


def edit_at(document: Any, place: Place, choice: int) -> None:  # noqa: ANN401 - any JSON
    """Put another value of the same type in the place of a member or element."""
    *path, last = place
    for step in path:
        document = document[step]
    document[last] = _edited(document[last], choice)


def _edited(value: Any, choice: int) -> Any:  # noqa: ANN401 - any JSON
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return [value + 1, max(value - 1, 0), 0, 10**9][choice % 4]
    if isinstance(value, str):
        return [f"{value}.", "", "exact", "equal", "CONFORMANT"][choice % 5]
    if isinstance(value, list):
        return [[], value[1:], [*value, *value[:1]], value[::-1]][choice % 4]
    if value is None:
        return ""
    return {} if choice % 2 else dict(list(value.items())[1:])
