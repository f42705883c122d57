"""The headline numbers of a job, and what a contradiction does to that of its group."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import cast

from conformance.audit.findings import (
    NOT_DERIVED,
    NOT_RECORDED,
    AuditFinding,
    FindingKind,
    Headline,
    text,
)
from conformance.audit.folders import Object, members_of
from conformance.audit.jobs import RecordedJob
from conformance.audit.stats import (
    EVALS,
    DerivedStats,
    Trials,
    evals_of,
    group_of,
    metric_case,
    metrics_of,
)
from conformance.audit.trials import Pair, claimed_by
from conformance.protocol import show
from conformance.protocol.shapes import Json
from conformance.protocol.values import Implementation, Result, Value

NONE = "does not change it"
_MOST = 200
"""Trials of a job of which the effect is worked out."""


def with_effects(
    harbor: Implementation,
    job: RecordedJob,
    stats: DerivedStats,
    pairs: Sequence[Pair],
    findings: Sequence[AuditFinding],
) -> Iterator[AuditFinding]:
    """Yield findings with what each does to the first metric: raises it by, lowers it by.

    What a trial records is put in the place of what its files give, for this trial alone.
    """
    by_name = {trial.name: (trial, derived) for trial, derived in pairs}
    recorded = evals_of(members_of(job.recorded.get("stats")))
    metric = metrics_of(job)[0]

    @cache
    def of_trial(name: str) -> str:
        trial, derived = by_name[name]
        claimed = claimed_by(trial)
        group = group_of(derived.given)
        trials = stats.groups[group]
        moved = group_of(claimed) != group
        others = [
            *(one for one in trials if one["trial_name"] != name),
            *(() if moved else (claimed,)),
        ]
        return _change(_headline(harbor, metric, trials), _headline(harbor, metric, others))

    seen = set[str]()
    for one in findings:
        if one.kind not in {FindingKind.DIFFERS, FindingKind.UNDERIVED}:
            yield one
            continue
        effect = NONE
        if one.trial in by_name and stats.stats is not None:
            seen.add(one.trial)
            effect = of_trial(one.trial) if len(seen) <= _MOST else ""
        elif one.place[: len(EVALS)] == EVALS and one.place[3:5] == ("metrics", 0):
            group = str(one.place[2])
            effect = _change(
                _first_metric(evals_of(stats.stats).get(group))[1],
                _first_metric(recorded.get(group))[1],
            )
        yield replace(one, effect=effect)


def _headline(harbor: Implementation, metric: str, trials: Trials) -> object:
    answer = harbor.answer(metric_case(metric, trials)) if trials else None
    if not isinstance(answer, Result):
        return None
    return next(iter(cast("dict[str, Value]", answer.value).values()), None)


def _change(own: object, recorded: object) -> str:
    """Return what a number that is recorded in the place of another does to it."""
    if own == recorded or (own != own and recorded != recorded):  # noqa: PLR0124 - nan
        return NONE
    if not (isinstance(own, int | float) and isinstance(recorded, int | float)):
        return f"makes it {text(recorded)} in the place of {text(own)}"
    if own - recorded != own - recorded:
        return f"makes it {text(recorded)} in the place of {text(own)}"
    by = text(float(f"{abs(recorded - own):.6g}"))
    return f"{'raises' if recorded > own else 'lowers'} it by {by}"


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
    metrics = members_of(group).get("metrics")
    if isinstance(metrics, list) and metrics and isinstance(metrics[0], dict):
        for name, value in metrics[0].items():
            return name, value
    return "", None
