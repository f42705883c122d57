"""The stats that harbor computes for a job's trials, in the orders that it uses."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle, permutations
from typing import cast

from conformance.audit.basis import METRICS, Known
from conformance.audit.configured import source_of
from conformance.audit.findings import AuditFinding, found, noted, underived
from conformance.audit.folders import CONFIG, RESULT, Object, listed_in, members_of
from conformance.audit.jobs import RecordedJob
from conformance.audit.presence import Plan
from conformance.audit.steps import UNSURE
from conformance.audit.trials import Pair
from conformance.implementations.installed_harbor import Harbor, group_name
from conformance.protocol import show
from conformance.protocol.shapes import Json
from conformance.protocol.values import Case, Failure, Value

EVALS = ("stats", "evals")

type Trials = list[dict[str, Value]]
"""Trials in the form of the input of ``job``."""


@dataclass(frozen=True, slots=True)
class DerivedStats:
    """The stats, and the trials of each group by its name in the evals.

    There are no stats if they cannot be derived. ``all_tried`` says that those of each order of the
    trials are among those that are tried.
    """

    groups: Mapping[str, Trials]
    stats: dict[str, Json] | None
    findings: tuple[AuditFinding, ...] = ()
    all_tried: bool = False

    def rewards(self, group: str) -> list[float]:
        """Return the rewards of a group's trials."""
        results = [members_of(trial["verifier_result"]) for trial in self.groups.get(group, ())]
        given = (one for each in results for one in members_of(each.get("rewards")).values())
        return [one for one in given if isinstance(one, int | float)]


def derived_stats(
    harbor: Harbor, job: RecordedJob, plan: Plan, pairs: Sequence[Pair], open_: str = ""
) -> Iterator[DerivedStats]:
    """Yield the stats that harbor makes of the trials in the order of the configuration.

    Then those in directory order, since a resumed job starts with the trials that it found
    (harbor/job.py:225, 667), and those in each order of a few trials. There are none where
    ``open_`` says why they cannot be derived.
    """
    given = {trial.name: derived.given for trial, derived in pairs}
    groups = groups_of([given[name] for name in plan.order])
    if job.lost:
        open_ = f"{len(job.lost):,} of its trials could not be read, {show.printable(job.lost[0])}"
    if any(one.cause == UNSURE for _, derived in pairs for one in derived.findings):
        open_ = UNSURE
    if open_:
        yield _none(groups, open_)
        return
    all_tried = len(given) <= MOST_IN_EACH_ORDER
    by_folder = tuple(name for name in job.listed if name in given)
    for order in (plan.order, by_folder, *(permutations(plan.order) if all_tried else ())):
        trials = [given[name] for name in order]
        answer = harbor.answer(_case(job, trials))
        if isinstance(answer, Failure):
            yield _none(groups, f"harbor computes no stats for these trials: {answer.error}")
            return
        stats = json.loads(cast("dict[str, str]", answer.value)["stats"])
        yield DerivedStats(groups_of(trials), stats, all_tried=all_tried)


MOST_IN_EACH_ORDER = 6
"""The most trials of which all orders are tried: 720."""


def _none(groups: Mapping[str, Trials], why: str) -> DerivedStats:
    return DerivedStats(groups, None, findings=(underived(RESULT, ("stats",), why),))


def _case(job: RecordedJob, trials: Trials) -> Case:
    retries = members_of(job.stats).get("n_retries")
    return Case(
        "job",
        {
            "n_total_trials": len(trials),
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
    retries = members_of(job.stats).get("n_retries")
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
    return members_of(members_of(stats).get("evals"))


def without_unknown_metrics(
    stats: DerivedStats, recorded: Object, job: RecordedJob, known: Known
) -> tuple[Object, list[AuditFinding]]:
    """Return derived stats with None for each metric that is a program.

    The metrics that a dataset of a registry may have of its own are left out.
    """
    derived, findings = stats.stats or {}, list[AuditFinding]()
    own, theirs = dict(evals_of(derived)), evals_of(recorded)
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
