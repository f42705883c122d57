"""How recorded numbers come about that harbor does not give: the deviations that give them."""

from collections.abc import Iterator, Sequence
from typing import cast

from conformance.audit.findings import Finding, Kind, count
from conformance.audit.jobs import RESULT, RecordedTrial
from conformance.audit.trials import Derived
from conformance.comparison.agreement import Agreement
from conformance.diagnosis.diagnosis import diagnose
from conformance.examination.findings import Observation
from conformance.operations.comparing import compare
from conformance.protocol.shapes import Json
from conformance.protocol.values import Case, Implementation, Result, Value

type Pairs = Sequence[tuple[RecordedTrial, Derived]]

_OF_FILES, _OF_METRICS = "verifier.json-wins", "metric.values-as-they-are"
"""What stands for the clause of an observation that was made in a job, and in no check."""

_MOST_FILES = 200
"""Different reward files of each kind that are looked at: some that differ, some that agree."""

_MOST = 5_000
"""Trials of a group beyond which no deviation is looked for: each is tried on all of them."""


def habit_of(harbor: Implementation, metric: str, rewards: Sequence[Value], recorded: Json) -> str:
    """Return how people come to a metric that harbor does not give, or nothing."""
    if len(rewards) > _MOST or not isinstance(recorded, dict):
        return ""
    if not all(type(value) in {int, float} for value in recorded.values()):
        return ""
    case = Case("metric", {"metric": metric, "rewards": list(rewards)})
    own = harbor.answer(case)
    if not isinstance(own, Result):
        return ""
    candidate = Result(cast("dict[str, Value]", dict(recorded)))
    told = diagnose("metric", [Observation(_OF_METRICS, case, own, candidate)], [])
    return told.causes[0].habit if told.causes and not told.cases_unexplained else ""


def causes_of(pairs: Pairs) -> Iterator[Finding]:
    """Yield what people do otherwise who record such rewards of such files."""
    observed = {
        str((one.case.input, one.candidate)): one for pair in pairs for one in _observed(*pair)
    }
    diverging = [one for one in observed.values() if not _agrees(one)]
    if not diverging:
        return
    agreeing = [one for one in observed.values() if _agrees(one)]
    told = diagnose("verifier", diverging[:_MOST_FILES], agreeing[:_MOST_FILES])
    for cause in told.causes:
        files = count(cause.explained, "reward file")
        why = f"what is recorded of {files} comes out where {cause.habit}"
        yield Finding(Kind.CAUSE, RESULT, "verifier_result", why)


def _observed(trial: RecordedTrial, derived: Derived) -> Iterator[Observation]:
    if derived.recorded is not None and derived.expected is not None:
        case = Case("verifier", trial.files.question)
        yield Observation(_OF_FILES, case, derived.expected, derived.recorded)


def _agrees(observed: Observation) -> bool:
    compared = compare(observed.case, observed.expected, observed.candidate)
    return compared.agreement is not Agreement.DIVERGENT
