"""The stats that harbor computes for a job's trials, in every order that it could have used."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle
from typing import cast

from conformance.audit.configured import source_of
from conformance.audit.findings import AuditFinding, found, noted, underived
from conformance.audit.folders import CONFIG, RESULT, Object, listed_in, members_of
from conformance.audit.jobs import RecordedJob
from conformance.audit.known import METRICS, Known
from conformance.audit.presence import Plan, has_few_orders, orders
from conformance.audit.rewards import answered
from conformance.audit.steps import UNSURE
from conformance.audit.trials import Pair
from conformance.implementations.installed_harbor import group_name
from conformance.protocol import show
from conformance.protocol.shapes import Json
from conformance.protocol.values import Case, Failure, Implementation, Value

EVALS = ("stats", "evals")

type Trials = list[dict[str, Value]]
"""Trials in the form of the input of ``job``."""


@dataclass(frozen=True, slots=True)
class DerivedStats:
    """The stats, and the trials of each group by its name in the evals.

    There are no stats if they cannot be derived. ``all_tried`` says that every order of the
    trials is among those that are tried.
    """

    groups: Mapping[str, Trials]
    stats: dict[str, Json] | None
    findings: tuple[AuditFinding, ...] = ()
    all_tried: bool = False

    def rewards(self, group: str, key: str | None = None) -> list[float]:
        """Return the rewards of a group's trials, or those under a key."""
        results = [members_of(trial["verifier_result"]) for trial in self.groups.get(group, ())]
        given = (item for one in results for item in members_of(one.get("rewards")).items())
        return [one for name, one in given if key in {None, name} and isinstance(one, int | float)]


def derived_stats(
    harbor: Implementation, job: RecordedJob, plan: Plan, pairs: Sequence[Pair], open_: str = ""
) -> Iterator[DerivedStats]:
    """Yield the stats that harbor makes of the trials, in each order that it could have used.

    There are none where ``open_`` says why they cannot be derived.
    """
    given = {trial.name: derived.given for trial, derived in pairs}
    ended = {trial.name: trial.times for trial, _ in pairs}
    first = [given[name] for name in plan.order]
    groups = groups_of(first)
    if job.lost:
        open_ = f"{len(job.lost):,} of its trials could not be read, {show.printable(job.lost[0])}"
    if any(one.cause == UNSURE for _, derived in pairs for one in derived.findings):
        open_ = UNSURE
    if open_:
        yield _none(groups, open_)
        return
    added = ("agent", "model", "source", "verifier_result", "usage")
    counted = {name: repr([one[key] for key in added]) for name, one in given.items()}
    all_tried = has_few_orders(plan.order, counted)
    for order in orders(plan, job.listed, ended, counted):
        trials = [given[name] for name in order]
        answer = answered(harbor, _case(job, trials, len(plan.missing)))
        if isinstance(answer, Failure):
            yield _none(groups, f"harbor computes no stats for these trials: {answer.error}")
            return
        stats = json.loads(cast("dict[str, str]", answer.value)["stats"])
        yield DerivedStats(groups_of(trials), stats, all_tried=all_tried)


def _none(groups: Mapping[str, Trials], why: str) -> DerivedStats:
    return DerivedStats(groups, None, findings=(underived(RESULT, ("stats",), why),))


def _case(job: RecordedJob, trials: Trials, missing: int) -> Case:
    retries = members_of(job.recorded.get("stats")).get("n_retries")
    pending = 0 if job.ended else missing
    return Case(
        "job",
        {
            "n_total_trials": len(trials) + pending,
            "n_retries": retries if type(retries) is int and retries >= 0 else 0,
            "metrics": _table(job, trials),
            "trials": cast("Value", trials),
        },
    )


def _table(job: RecordedJob, trials: Trials) -> dict[str, Value]:
    """Return the metrics of each source, as ``Job._resolve_metrics`` has them (harbor/job.py:444).

    Those of two datasets of one name are added, and a dataset named adhoc has its own twice. A
    folder that is a link has another name than its dataset in config.json. The mean keeps the
    place of a program.
    """
    own = [name if name in METRICS else "mean" for name in _configured(job)]
    table: dict[str, list[Value]] = {}
    for source in ("adhoc", *map(source_of, datasets_of(job))):
        table.setdefault(source, []).extend(own)
    for trial in trials:
        table.setdefault(str(trial["source"] or "adhoc"), list(own))
    return {source: metrics or ["mean"] for source, metrics in table.items()}


def datasets_of(job: RecordedJob) -> list[Object]:
    """Return the datasets that a job's config.json lists."""
    return [members_of(one) for one in listed_in((job.config or {}).get("datasets"))]


def metrics_of(job: RecordedJob) -> list[str]:
    """Return the names of the metrics that a job asks for; harbor takes the mean for none."""
    return _configured(job) or ["mean"]


def _configured(job: RecordedJob) -> list[str]:
    given = listed_in((job.config or {}).get("metrics"))
    return [str(one.get("type") if isinstance(one, dict) else one) for one in given]


def metric_at(job: RecordedJob, place: int) -> str:
    """Return the metric at a place of a group's; a dataset may have those of a job repeatedly."""
    return (metrics := metrics_of(job))[place % len(metrics)]


def of_metrics(job: RecordedJob, known: Known) -> Iterator[AuditFinding]:
    """Yield the findings of what only config.json says: metrics, and how often trials are retried.

    That a job has the metric that harbor takes without any needs no proof, nor one that is known.
    """
    metrics = metrics_of(job)
    named = ", ".join(map(show.printable, metrics))
    if known.metrics is not None and list(known.metrics) != metrics:
        why = "the job has other metrics than --metric names"
        yield found(CONFIG, ("metrics",), why, named, ", ".join(known.metrics))
    elif known.metrics is None and metrics != ["mean"]:
        why = f"nothing else says that it has {named}: --metric confirms it"
        yield underived(CONFIG, ("metrics",), why)
    for one in dict.fromkeys(metrics):
        if one not in METRICS:
            why = f"{show.printable(one)} is a program, which is not run: its number is as recorded"
            yield underived(RESULT, ("stats", "evals"), why)
    retries = members_of(job.recorded.get("stats")).get("n_retries")
    if type(retries) is int and retries:
        why = "nothing else records how often trials were retried"
        yield noted(RESULT, ("stats", "n_retries"), why)


def groups_of(trials: Trials) -> dict[str, Trials]:
    """Return the trials of each group of a job's evals."""
    groups: dict[str, Trials] = {}
    for trial in trials:
        groups.setdefault(group_of(trial), []).append(trial)
    return groups


def group_of(trial: Mapping[str, Value]) -> str:
    """Return the name of the group that a trial is of."""
    names = tuple(map(trial.get, ("agent", "model", "source")))
    return group_name(*cast("tuple[str, str | None, str | None]", names))


def metric_case(metric: str, trials: Trials) -> Case:
    """Return the input about a metric of a group."""
    results = [cast("dict[str, Value] | None", trial["verifier_result"]) for trial in trials]
    rewards: list[Value] = [None if result is None else result["rewards"] for result in results]
    return Case("metric", {"metric": metric, "rewards": rewards})


def evals_of(stats: Object | None) -> Object:
    """Return the groups of stats."""
    return members_of((stats or {}).get("evals"))


_LATER_NAMES = {"n_trials": "n_completed_trials", "n_errors": "n_errored_trials"}
"""What harbor reads such members as (harbor/models/job/result.py:45)."""

UP_TO_0_3 = "0.3.0 or earlier"


def migrated(stats: dict[str, Json]) -> dict[str, Json]:
    """Return stats under the names that 0.13.1 has for their members."""
    if not written_by(stats):
        return stats
    return {_LATER_NAMES.get(name, name): value for name, value in stats.items()}


def written_by(recorded: Json) -> str:
    """Return which releases before 0.6.2 wrote stats of this shape; nothing for later ones.

    Those releases keep no lock.json.
    """
    stats = members_of(recorded)
    if "n_trials" not in stats or "n_completed_trials" in stats:
        return ""
    if "n_input_tokens" in stats:
        return "0.6.0 or 0.6.1"
    passes = ("pass_at_k" in members_of(group) for group in evals_of(stats).values())
    return "0.4.0 or 0.5.0" if any(passes) else UP_TO_0_3


def without_unknown_metrics(
    derived: Object, recorded: Object, job: RecordedJob, stats: DerivedStats, known: Known
) -> tuple[Object, list[AuditFinding]]:
    """Return derived stats with None for each metric whose number only the recorded ones have.

    These are programs, whose recorded number is taken. The metrics that a dataset of a registry may
    have of its own are left out.
    """
    own, theirs, findings = dict(evals_of(derived)), evals_of(recorded), list[AuditFinding]()
    registered = {source_of(one) for one in datasets_of(job) if one.get("path") is None}
    for name, trials in stats.groups.items():
        if name not in own:
            continue
        group, other = members_of(own[name]), listed_in(members_of(theirs.get(name)).get("metrics"))
        metrics = listed_in(group.get("metrics"))
        if len(other) == len(metrics):
            both = zip(metrics, cycle(metrics_of(job)), strict=False)
            metrics = [one if kind in METRICS else None for one, kind in both]
        own[name] = {**group, "metrics": metrics}
        if trials[0]["source"] in registered and known.metrics is None:
            why = "a registry dataset may have its own metrics, which are not available here"
            keys = [[sorted(members_of(one)) for one in some] for some in (metrics, other)]
            if keys[0] != keys[1]:
                own[name] = {key: value for key, value in group.items() if key != "metrics"}
            findings.append(underived(RESULT, (*EVALS, name, "metrics"), why))
    return {**derived, "evals": own}, findings
