"""The effect of contradictions on a job's headline numbers, and deviations that explain them."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from operator import eq
from typing import cast

from conformance.audit.findings import (
    NOT_DERIVED,
    NOT_RECORDED,
    AuditFinding,
    Contradiction,
    FindingKind,
    Headline,
    noted,
    text,
)
from conformance.audit.folders import CONFIG, LOCK, RESULT, Object, listed_in, members_of
from conformance.audit.jobs import RecordedJob
from conformance.audit.known import METRICS
from conformance.audit.stats import (
    EVALS,
    DerivedStats,
    Trials,
    evals_of,
    group_of,
    metric_at,
    metric_case,
    metrics_of,
)
from conformance.audit.trials import Pair, claimed_by
from conformance.certification.verdict import count_of
from conformance.diagnosis.diagnosis import diagnose
from conformance.examination.findings import Observation
from conformance.operations.comparing import diverges
from conformance.protocol import show
from conformance.protocol.shapes import Json
from conformance.protocol.values import Case, Implementation, Result, Value

NONE = "does not change it"

_MOST = 200
"""The most trials of a job whose effect is computed."""


def with_effects(
    harbor: Implementation,
    job: RecordedJob,
    stats: DerivedStats,
    pairs: Sequence[Pair],
    findings: Sequence[AuditFinding],
) -> Iterator[AuditFinding]:
    """Yield findings with the effect of each on the first metric: raises it by, lowers it by.

    For this trial only, the recorded rewards replace those of its files: they *would* raise a
    number that does not follow from all recorded rewards. A trial that does not belong to the job
    is left out. The effect of a missing trial is not known.
    """
    by_name = {trial.name: (trial, derived) for trial, derived in pairs}
    recorded = evals_of(members_of(job.recorded.get("stats")))
    metric = metrics_of(job)[0]

    @cache
    def claimed_in(group: str) -> bool:
        """Return whether the recorded number follows from the recorded rewards."""
        every = (one["trial_name"] for trials in stats.groups.values() for one in trials)
        claims = (claimed_by(by_name[str(name)][0]) for name in every)
        number = _headline(harbor, metric, [one for one in claims if group_of(one) == group])
        return _change(number, _first_metric(recorded.get(group))[1]) == NONE

    @cache
    def of_trial(name: str, *, belongs: bool) -> str:
        trial, derived = by_name[name]
        claimed, group = claimed_by(trial), group_of(derived.given)
        trials = stats.groups[group]
        others = [one for one in trials if one["trial_name"] != name]
        others += [claimed] * (belongs and group_of(claimed) == group)
        sides = (trials, others) if belongs else (others, trials)
        numbers = (_headline(harbor, metric, one) for one in sides)
        return _change(*numbers, would=belongs and not claimed_in(group))

    seen = set[str]()
    for one in findings:
        if one.kind not in {FindingKind.DIFFERS, FindingKind.UNDERIVED}:
            yield one
            continue
        effect, group = NONE, one.place[len(EVALS) : len(EVALS) + 1]
        is_wide = one.file in {CONFIG, LOCK} or one.about is Contradiction.LOCK
        if is_wide and one.trial not in by_name:
            effect = "may change it"
        elif one.trial in by_name and stats.stats is not None:
            seen.add(one.trial)
            effect = of_trial(one.trial, belongs=one.belongs) if len(seen) <= _MOST else ""
        elif one.file == RESULT and all(map(eq, one.place, (*EVALS, *group, "metrics", 0))):
            sides = (side.get(str(*group)) for side in (evals_of(stats.stats), recorded))
            effect = (
                _change(*(_first_metric(side)[1] for side in sides)) if group else "may change it"
            )
        yield replace(one, effect=effect)


def _headline(harbor: Implementation, metric: str, trials: Trials) -> object:
    answer = harbor.answer(metric_case(metric, trials)) if trials and metric in METRICS else None
    if not isinstance(answer, Result):
        return None
    return next(iter(cast("dict[str, Value]", answer.value).values()), None)


def _change(own: object, recorded: object, *, would: bool = False) -> str:
    """Return the effect of recording one number in place of another, or what it would be."""
    if own == recorded or (own != own and recorded != recorded):  # noqa: PLR0124 - nan
        return NONE
    verb, of = "makes", f"{text(recorded)} instead of {text(own)}"
    if recorded is None:
        verb, of = "removes", f"({text(own)})"
    elif isinstance(own, int | float) and isinstance(recorded, int | float):
        by = float(f"{recorded - own:.6g}")
        if by == by:  # noqa: PLR0124 - not nan
            verb, of = "raises" if by > 0 else "lowers", f"by {text(abs(by))}"
    return f"{f'would {verb[:-1]}' if would else verb} it {of}"


def headlines(
    derived: Object | None, recorded: Object | None, sizes: Mapping[str, int]
) -> Iterator[Headline]:
    """Yield the first metric of each group, and its pass@k; ``sizes`` counts its trials."""
    own, theirs = evals_of(derived), evals_of(recorded)
    for group in dict.fromkeys([*own, *theirs]):
        metric, value = _first_metric(own.get(group))
        name, other = _first_metric(theirs.get(group))
        rewarded = members_of(theirs.get(group)).get("n_trials")
        trials = rewarded if isinstance(rewarded, int) else 0
        about = (sizes.get(group, trials), trials)
        yield Headline(
            show.printable(group),
            show.printable(name or metric),
            text(other) if name or group not in own else NOT_RECORDED,
            text(value) if metric or group not in theirs else NOT_DERIVED,
            *about,
        )
        passes, recorded_ = (_passes(side.get(group)) for side in (own, theirs))
        for k in dict.fromkeys([*passes, *recorded_]) if own.get(group) and recorded else ():
            shown = (recorded_.get(k, NOT_RECORDED), passes.get(k, NOT_DERIVED))
            yield Headline(show.printable(group), f"pass@{show.printable(k)}", *shown, *about)


def _passes(group: Json) -> dict[str, str]:
    return {k: text(one) for k, one in members_of(members_of(group).get("pass_at_k")).items()}


def _first_metric(group: Json) -> tuple[str, Json]:
    first = next(iter(listed_in(members_of(group).get("metrics"))), None)
    return next(iter(members_of(first).items()), ("", None))


_MOST_FILES = 200
"""The most reward files to compare, of those that differ and of those that agree."""

_MOST_EXPLAINED = 5_000
"""The largest group for which deviations are searched: each is tried on all its trials."""


def explained(
    harbor: Implementation, job: RecordedJob, stats: DerivedStats, found: Sequence[AuditFinding]
) -> Iterator[AuditFinding]:
    """Yield findings, those on metrics with the deviation that gives the recorded number."""
    evals = evals_of(members_of(job.recorded.get("stats")))

    @cache
    def deviation(group: str, place: int) -> str:
        """Return the known deviation that gives a metric as recorded, or nothing."""
        recorded = members_of(listed_in(members_of(evals.get(group)).get("metrics"))[place])
        metric, trials = metric_at(job, place), stats.groups[group]
        if metric not in METRICS or len(trials) > _MOST_EXPLAINED:
            return ""
        case = metric_case(metric, trials)
        own, candidate = harbor.answer(case), Result(cast("dict[str, Value]", dict(recorded)))
        if not isinstance(own, Result) or not {*map(type, recorded.values())} <= {int, float}:
            return ""
        observed = [Observation("metric.values-as-they-are", case, own, candidate)]
        told = diagnose("metric", observed, [], named_only=True)
        return told.causes[0].description if told.causes and not told.cases_unexplained else ""

    for one in found:
        match one.place:
            case (*evals_, str(group), "metrics", int(place), _) if (
                tuple(evals_) == EVALS and group in stats.groups
            ):
                why = deviation(group, place)
                cause = f"{one.cause}; the recorded value follows if {why}"
                yield replace(one, cause=cause) if why else one
            case _:
                yield one


def counted_as_0(
    harbor: Implementation, job: RecordedJob, stats: DerivedStats
) -> Iterator[AuditFinding]:
    """Yield the trials that count as 0 in a group's first metric, and the metric without them."""
    metric = metrics_of(job)[0]
    for group, trials in stats.groups.items() if metric in METRICS else ():
        rewarded = [one for one in trials if one["verifier_result"] is not None]
        failed = [one["exception"] for one in trials if one["verifier_result"] is None]
        if not rewarded or not failed:
            continue
        own, other = (harbor.answer(metric_case(metric, some)) for some in (trials, rewarded))
        if isinstance(other, Result) and own != other:
            times = Counter(show.printable(str(one or "no exception")) for one in failed)
            kinds = ", ".join(f"{count:,} {name}" for name, count in times.most_common())
            why = f"{count_of(len(failed), 'trial')} without rewards ({kinds}) counted as 0"
            why = f"{why}; without them it is {show.value(other.value)}"
            yield noted(RESULT, (*EVALS, group, "metrics", 0), why)


def causes_of(pairs: Sequence[Pair]) -> Iterator[AuditFinding]:
    """Yield the known deviations that would produce the recorded rewards."""
    observed = dict[str, Observation]()
    for trial, derived in pairs:
        if derived.recorded is not None and derived.expected is not None:
            case = Case("verifier", trial.files.input)
            one = Observation("verifier.json-wins", case, derived.expected, derived.recorded)
            observed[str((case.input, derived.recorded))] = one
    diverging, agreeing = list[Observation](), list[Observation]()
    for one in observed.values():
        differs = diverges(one.case, one.expected, one.candidate)
        (diverging if differs else agreeing).append(one)
    if not diverging:
        return
    told = diagnose("verifier", diverging[:_MOST_FILES], agreeing[:_MOST_FILES], named_only=True)
    for cause in told.causes:
        files = count_of(cause.explained, "reward file")
        why = f"the recorded values of {files} follow if {cause.description}"
        yield AuditFinding(FindingKind.CAUSE, RESULT, ("verifier_result",), why)
