"""Explains recorded values that harbor does not give: the known deviations that give them."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import cast

from conformance.audit.findings import AuditFinding, FindingKind, count
from conformance.audit.folders import RESULT, members_of
from conformance.audit.jobs import RecordedJob
from conformance.audit.stats import EVALS, DerivedStats, Trials, evals_of, metric_case, metrics_of
from conformance.audit.trial_folders import RecordedTrial
from conformance.audit.trials import Derived, Pair
from conformance.diagnosis.diagnosis import diagnose
from conformance.examination.findings import Observation
from conformance.operations.comparing import compare
from conformance.protocol import show
from conformance.protocol.agreement import Agreement
from conformance.protocol.shapes import Json
from conformance.protocol.values import Case, Implementation, Result, Value

_OF_FILES, _OF_METRICS = "verifier.json-wins", "metric.values-as-they-are"
"""The clauses of observations that were made in a job, and by no check."""

_MOST_FILES = 200
"""Reward files of each kind that are looked at: some that differ, some that agree."""

_MOST = 5_000
"""Trials of a group beyond which no deviation is looked for: each is tried on all of them."""


def explained(
    harbor: Implementation, job: RecordedJob, stats: DerivedStats, found: Sequence[AuditFinding]
) -> Iterator[AuditFinding]:
    """Yield findings, those on metrics with the deviation that gives the recorded number."""
    evals = evals_of(members_of(job.recorded.get("stats")))

    @cache
    def deviation(group: str, place: int) -> str:
        metrics = members_of(evals.get(group)).get("metrics")
        recorded = metrics[place] if isinstance(metrics, list) else None
        case = metric_case(metrics_of(job)[place], stats.groups[group])
        return _deviation_giving(harbor, case, recorded)

    for one in found:
        match one.place:
            case (*evals_, str(group), "metrics", int(place), _) if (
                tuple(evals_) == EVALS and group in stats.groups
            ):
                why = deviation(group, place)
                cause = f"{one.cause}; the recorded one comes out where {why}"
                yield replace(one, cause=cause) if why else one
            case _:
                yield one


def _deviation_giving(harbor: Implementation, case: Case, recorded: Json) -> str:
    """Return the known deviation that gives a metric as recorded, or nothing."""
    if len(cast("list[Value]", case.input["rewards"])) > _MOST or not isinstance(recorded, dict):
        return ""
    if not all(type(value) in {int, float} for value in recorded.values()):
        return ""
    own = harbor.answer(case)
    if not isinstance(own, Result):
        return ""
    candidate = Result(cast("dict[str, Value]", dict(recorded)))
    told = diagnose("metric", [Observation(_OF_METRICS, case, own, candidate)], [], named_only=True)
    return told.causes[0].description if told.causes and not told.cases_unexplained else ""


def counted_as_0(
    harbor: Implementation, job: RecordedJob, stats: DerivedStats
) -> Iterator[AuditFinding]:
    """Yield which trials count as 0 in a group's first metric, and what it is without them."""
    metric = metrics_of(job)[0]
    for group, trials in stats.groups.items():
        rewarded = [one for one in trials if one["verifier_result"] is not None]
        if not rewarded or len(rewarded) == len(trials):
            continue
        own, other = (harbor.answer(metric_case(metric, some)) for some in (trials, rewarded))
        if isinstance(other, Result) and own != other:
            without = f"without them it is {show.value(other.value)}"
            why = f"{_unrewarded(trials)} counted as 0; {without}"
            yield AuditFinding(FindingKind.NOTE, RESULT, (*EVALS, group, "metrics", 0), why)


def _unrewarded(trials: Trials) -> str:
    """Return how many trials have no rewards, and their exceptions."""
    without = [one for one in trials if one["verifier_result"] is None]
    why = Counter(str(one["exception"] or "no exception") for one in without)
    kinds = ", ".join(f"{times:,} {show.printable(name)}" for name, times in why.most_common())
    return f"{count(len(without), 'trial')} without rewards ({kinds})"


def causes_of(pairs: Sequence[Pair]) -> Iterator[AuditFinding]:
    """Yield the known deviations that would record such rewards of such files."""
    observed = {
        str((one.case.input, one.candidate)): one for pair in pairs for one in _observed(*pair)
    }
    diverging = [one for one in observed.values() if not _agrees(one)]
    if not diverging:
        return
    agreeing = [one for one in observed.values() if _agrees(one)]
    told = diagnose("verifier", diverging[:_MOST_FILES], agreeing[:_MOST_FILES], named_only=True)
    for cause in told.causes:
        files = count(cause.explained, "reward file")
        why = f"what is recorded of {files} comes out where {cause.description}"
        yield AuditFinding(FindingKind.CAUSE, RESULT, ("verifier_result",), why)


def _observed(trial: RecordedTrial, derived: Derived) -> Iterator[Observation]:
    if derived.recorded is not None and derived.expected is not None:
        case = Case("verifier", trial.files.input)
        yield Observation(_OF_FILES, case, derived.expected, derived.recorded)


def _agrees(observed: Observation) -> bool:
    compared = compare(observed.case, observed.expected, observed.candidate)
    return compared.agreement is not Agreement.DIVERGENT
