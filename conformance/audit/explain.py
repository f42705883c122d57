"""The effect of contradictions on a job's headline numbers, and deviations that explain them."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from operator import eq
from typing import cast

from conformance.audit.basis import METRICS
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
from conformance.certification import count_of
from conformance.diagnosis.diagnosis import diagnose
from conformance.examination.findings import Observation
from conformance.implementations.installed_harbor import Harbor
from conformance.operations.comparing import diverges
from conformance.protocol import show
from conformance.protocol.shapes import Json
from conformance.protocol.values import Case, Result, Value

NONE = "does not change it"

_MOST = 200
"""The most trials of a job whose effect is computed."""


@dataclass(frozen=True, slots=True)
class DerivedJob:
    """A job with the stats and the trials that harbor makes of its files."""

    harbor: Harbor
    job: RecordedJob
    stats: DerivedStats
    pairs: Sequence[Pair]


def with_effects(whole: DerivedJob, findings: Sequence[AuditFinding]) -> Iterator[AuditFinding]:
    """Yield findings with the effect of each on the first metric: raises it by, lowers it by.

    The finding of a trial *would* raise it: its recorded rewards replace those of its files. The
    effect of a finding on which trials there are is not known.
    """
    harbor, stats = whole.harbor, whole.stats
    by_name = {trial.name: (trial, derived) for trial, derived in whole.pairs}
    recorded, seen = evals_of(whole.job.stats), set[str]()
    metric = metrics_of(whole.job)[0]

    @cache
    def of_trial(name: str) -> str:
        trial, derived = by_name[name]
        claimed, group = claimed_by(trial), group_of(derived.given)
        others = [one for one in stats.groups[group] if one["trial_name"] != name]
        others += [claimed] * (group_of(claimed) == group)
        numbers = (_headline(harbor, metric, one) for one in (stats.groups[group], others))
        return _change(*numbers, would=True)

    for one in findings:
        if one.kind not in {FindingKind.DIFFERS, FindingKind.UNDERIVED}:
            yield one
            continue
        effect, group = NONE, one.place[len(EVALS) : len(EVALS) + 1]
        is_of_metric = all(map(eq, one.place, (*EVALS, *group, "metrics", 0)))
        if one.file in {CONFIG, LOCK} or one.about in {Contradiction.LOCK, Contradiction.TIMES}:
            effect = "may change it"
        elif one.trial in by_name and stats.stats is not None:
            seen.add(one.trial)
            effect = of_trial(one.trial) if len(seen) <= _MOST else ""
        elif one.file == RESULT and is_of_metric and group:
            sides = (side.get(str(*group)) for side in (evals_of(stats.stats), recorded))
            effect = _change(*map(_first_metric, sides))
        elif one.file == RESULT and is_of_metric:
            effect = "may change it"
        yield replace(one, effect=effect)


def _headline(harbor: Harbor, metric: str, trials: Trials) -> object:
    answer = harbor.answer(metric_case(metric, trials)) if trials and metric in METRICS else None
    if not isinstance(answer, Result):
        return None
    return next(iter(cast("dict[str, Value]", answer.value).values()), None)


def _change(own: object, recorded: object, *, would: bool = False) -> str:
    """Return the effect of recording one number in place of another, or what it would be."""
    if own == recorded or (own != own and recorded != recorded):  # noqa: PLR0124 - nan
        return NONE
    if isinstance(own, int | float) and isinstance(recorded, int | float):
        by = float(f"{recorded - own:.6g}")
        if by == by:  # noqa: PLR0124 - not nan
            verb = ("raise" if by > 0 else "lower") + "s" * (not would)
            return f"{'would ' * would}{verb} it by {text(abs(by))}"
    return f"{'would make' if would else 'makes'} it {text(recorded)} instead of {text(own)}"


def headlines(
    derived: Object | None, recorded: Object | None, sizes: Counter[str], taken: Counter[str]
) -> Iterator[Headline]:
    """Yield each metric and pass@k of each group, with the numbers of its trials."""
    own, theirs = (dict(_scores(stats)) for stats in (derived, recorded))
    for group, name in own | theirs:
        yield Headline(
            show.printable(group),
            show.printable(name),
            text(theirs.get((group, name), NOT_RECORDED)),
            text(own.get((group, name), NOT_DERIVED)),
            sizes[group],
            taken[group],
        )


def _scores(stats: Object | None) -> Iterator[tuple[tuple[str, str], Json]]:
    """Yield each metric and pass@k by its group and name."""
    for group, one in evals_of(stats).items():
        times = Counter[str]()
        for metric in listed_in(members_of(one).get("metrics")):
            for key, number in members_of(metric).items():
                times[key] += 1
                yield (group, f"{key} ({times[key]})" if times[key] > 1 else key), number
        for k, number in members_of(members_of(one).get("pass_at_k")).items():
            yield (group, f"pass@{k}"), number


def _first_metric(group: Json) -> Json:
    first = next(iter(listed_in(members_of(group).get("metrics"))), None)
    return next(iter(members_of(first).values()), None)


_MOST_FILES = 200
"""The most numbers to compare, of those that differ and of those that agree."""

_MOST_EXPLAINED = 5_000
"""The largest group for which deviations are searched: each is tried on all its trials."""


def counted_as_0(whole: DerivedJob) -> Iterator[AuditFinding]:
    """Yield the trials that count as 0 in a group's first metric, and the metric without them."""
    metric, answer = metrics_of(whole.job)[0], whole.harbor.answer
    for group, trials in whole.stats.groups.items() if metric in METRICS else ():
        rewarded = [one for one in trials if one["verifier_result"] is not None]
        failed = [one["exception"] for one in trials if one["verifier_result"] is None]
        if not rewarded or not failed:
            continue
        own, other = (answer(metric_case(metric, some)) for some in (trials, rewarded))
        if isinstance(other, Result) and own != other:
            times = Counter(show.printable(str(one or "no exception")) for one in failed)
            kinds = ", ".join(f"{count:,} {name}" for name, count in times.most_common())
            why = f"{count_of(len(failed), 'trial')} without rewards ({kinds}) counted as 0"
            why = f"{why}; without them it is {show.value(other.value)}"
            yield noted(RESULT, (*EVALS, group, "metrics", 0), why)


def causes_of(whole: DerivedJob, found: Sequence[AuditFinding]) -> Iterator[AuditFinding]:
    """Yield the known deviations that would produce the recorded rewards, or metrics.

    Those of metrics are searched for where no trial differs.
    """
    yield from _causes("verifier", "reward file", _of_files(whole.pairs))
    if not any(one.kind is FindingKind.DIFFERS and one.trial for one in found):
        yield from _causes("metric", "metric", _of_metrics(whole, found))


def _of_files(pairs: Sequence[Pair]) -> Iterator[Observation]:
    for trial, derived in pairs:
        if derived.recorded is not None and derived.expected is not None:
            case = Case("verifier", trial.files.input)
            yield Observation("verifier.json-wins", case, derived.expected, derived.recorded)


def _of_metrics(whole: DerivedJob, found: Sequence[AuditFinding]) -> Iterator[Observation]:
    job, groups = whole.job, whole.stats.groups
    evals = evals_of(job.stats)
    compared = (one for one in found if one.kind is not FindingKind.NOTE)
    for where in dict.fromkeys(one.place[:5] for one in compared):
        match where:
            case ("stats", "evals", str(group), "metrics", int(place)) if group in groups:
                recorded = members_of(listed_in(members_of(evals[group])["metrics"])[place])
                metric, trials = metric_at(job, place), groups[group]
                is_number = {*map(type, recorded.values())} <= {int, float}
                if metric in METRICS and is_number and len(trials) <= _MOST_EXPLAINED:
                    case = metric_case(metric, trials)
                    own = whole.harbor.answer(case)
                    candidate = Result(cast("dict[str, Value]", dict(recorded)))
                    yield Observation("metric.values-as-they-are", case, own, candidate)


def _causes(operation: str, what: str, observed: Iterable[Observation]) -> Iterator[AuditFinding]:
    diverging, agreeing = dict[str, Observation](), dict[str, Observation]()
    for one in observed:
        differs = diverges(one.case, one.expected, one.candidate)
        (diverging if differs else agreeing)[str((one.case.input, one.candidate))] = one
    if not diverging:
        return
    some, others = ([*side.values()][:_MOST_FILES] for side in (diverging, agreeing))
    told = diagnose(operation, some, others, named_only=True)
    for cause in told.causes:
        numbers = count_of(cause.explained, what)
        why = f"the recorded values of {numbers} follow if {cause.description}"
        yield AuditFinding(FindingKind.CAUSE, RESULT, (), why)
