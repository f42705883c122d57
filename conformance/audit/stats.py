"""The stats that harbor makes of a job's trials, in every order that it could have used."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from conformance.audit.configured import Plan, orders
from conformance.audit.findings import AuditFinding, Contradiction, FindingKind, found, underived
from conformance.audit.folders import CONFIG, RESULT, Object, listed_in, members_of
from conformance.audit.jobs import RecordedJob
from conformance.audit.trials import Pair, answered
from conformance.protocol import show
from conformance.protocol.shapes import Json
from conformance.protocol.values import Case, Failure, Implementation, Value

METRICS = ("mean", "max", "min", "sum")

type Trials = list[dict[str, Value]]
"""Trials as the input of ``job`` has them."""


@dataclass(frozen=True, slots=True)
class DerivedStats:
    """The stats, harbor's own text of them, and the trials of each group by its name in the evals.

    There are no stats where they cannot be derived.
    """

    groups: Mapping[str, Trials]
    stats: dict[str, Json] | None
    text: str = ""
    findings: tuple[AuditFinding, ...] = ()


def derived_stats(
    harbor: Implementation, job: RecordedJob, plan: Plan, pairs: Sequence[Pair]
) -> Iterator[DerivedStats]:
    """Yield the stats that harbor makes of the trials, in each order that it could have used."""
    given = {trial.name: derived.given for trial, derived in pairs}
    ended = {trial.name: trial.times for trial, _ in pairs}
    first = [given[name] for name in plan.order]
    groups = groups_of(first)
    why = ""
    if custom := [name for name in metrics_of(job) if name not in METRICS]:
        why = f"a metric of its own, {custom[0]}, is not at hand"
    elif job.lost:
        why = f"{len(job.lost):,} of its trials could not be read, {show.printable(job.lost[0])}"
    if why:
        yield _none(groups, why)
        return
    for order in orders(plan, job.listed, ended):
        trials = [given[name] for name in order]
        answer = answered(harbor, _case(job, trials, len(plan.missing)))
        if isinstance(answer, Failure):
            yield _none(groups, f"harbor makes no stats of these trials: {answer.error}")
            return
        text = cast("dict[str, str]", answer.value)["stats"]
        yield DerivedStats(groups_of(trials), json.loads(text), text)


def _none(groups: Mapping[str, Trials], why: str) -> DerivedStats:
    return DerivedStats(groups, None, findings=(underived(RESULT, ("stats",), why),))


def _case(job: RecordedJob, trials: Trials, missing: int) -> Case:
    sources = dict.fromkeys(str(trial["source"] or "adhoc") for trial in trials)
    retries = members_of(job.recorded.get("stats")).get("n_retries")
    pending = 0 if job.ended else missing
    return Case(
        "job",
        {
            "n_total_trials": len(trials) + pending,
            "n_retries": retries if type(retries) is int and retries >= 0 else 0,
            "metrics": {source: list[Value](metrics_of(job)) for source in sources},
            "trials": cast("Value", trials),
        },
    )


def metrics_of(job: RecordedJob) -> list[str]:
    """Return the names of the metrics that a job asks for; harbor takes the mean for none."""
    given = listed_in((job.config or {}).get("metrics"))
    names = [one.get("type") if isinstance(one, dict) else one for one in given]
    return [str(name) for name in names] or ["mean"]


def of_metrics(job: RecordedJob) -> Iterator[AuditFinding]:
    """Yield the findings of what only config.json says: metrics, and how often trials are retried.

    That a job has the metric that harbor takes without any needs no proof.
    """
    if metrics_of(job) != ["mean"]:
        named = ", ".join(map(show.printable, metrics_of(job)))
        yield underived(CONFIG, ("metrics",), f"nothing else says that it has {named}")
    retries = members_of(job.recorded.get("stats")).get("n_retries")
    if type(retries) is int and retries:
        why = "how often trials were run again is kept nowhere else"
        at, none = ("stats", "n_retries"), Contradiction.NONE
        yield found(none, RESULT, at, why, kind=FindingKind.NOTE)


def groups_of(trials: Trials) -> dict[str, Trials]:
    """Return the trials of each group of a job's evals (harbor/models/job/result.py:60)."""
    groups: dict[str, Trials] = {}
    for trial in trials:
        groups.setdefault(group_of(trial), []).append(trial)
    return groups


def group_of(trial: Mapping[str, Value]) -> str:
    """Return the name of the group that a trial is of."""
    named = [trial["agent"], trial["model"], trial["source"] or "adhoc"]
    return "__".join(str(part) for part in named if part)


def metric_case(metric: str, trials: Trials) -> Case:
    """Return the input about a metric of a group."""
    results = [cast("dict[str, Value] | None", trial["verifier_result"]) for trial in trials]
    rewards: list[Value] = [None if result is None else result["rewards"] for result in results]
    return Case("metric", {"metric": metric, "rewards": rewards})


def evals_of(stats: Object | None) -> Object:
    """Return the groups of stats."""
    return members_of((stats or {}).get("evals"))
