"""What a contradiction does to the headline number of its group."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import cast

from conformance.audit.comparing import EVALS
from conformance.audit.findings import AuditFinding, FindingKind, text
from conformance.audit.jobs import RecordedJob
from conformance.audit.stats import (
    DerivedStats,
    Trials,
    evals_of,
    group_of,
    metric_case,
    metrics_of,
)
from conformance.audit.trials import Pair
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
    by_name = {trial.name: derived for trial, derived in pairs}
    recorded = evals_of(cast("dict[str, None]", job.recorded.get("stats") or {}))
    metric = metrics_of(job)[0]

    @cache
    def of_trial(name: str) -> str:
        derived = by_name[name]
        group = group_of(derived.given)
        trials = stats.groups[group]
        moved = group_of(derived.claimed) != group
        others = [
            *(one for one in trials if one["trial_name"] != name),
            *(() if moved else (derived.claimed,)),
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
            effect = _change(_first(stats.stats, group), _first({"evals": recorded}, group))
        yield replace(one, effect=effect)


def _headline(harbor: Implementation, metric: str, trials: Trials) -> object:
    answer = harbor.answer(metric_case(metric, trials)) if trials else None
    if not isinstance(answer, Result):
        return None
    return next(iter(cast("dict[str, Value]", answer.value).values()), None)


def _first(stats: Mapping[str, object] | None, group: str) -> object:
    metrics = cast("dict[str, list[dict[str, object]]]", evals_of(cast("None", stats)).get(group))
    try:
        return next(iter(metrics["metrics"][0].values()))
    except (AttributeError, IndexError, KeyError, StopIteration, TypeError):
        return None


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
