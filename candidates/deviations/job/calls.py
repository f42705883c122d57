"""The calls and descriptions of metric and pass_at_k, where the input is a whole job."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from candidates.deviations import metric, pass_at_k
from candidates.deviations.deviation import Changes, Deviation

type Places = tuple[str, ...]

_OF_METRICS: Places = ("stats.evals.metrics.compute.metric", "progress.refresh.metric")
_OF_ESTIMATES: Places = ("stats.evals.pass_at_k.pass_at_k",)
_OF_KEYS: Places = ("progress", "stats.evals", *_OF_ESTIMATES)


def everywhere(step: str) -> Places:
    """Return the steps of a job that are this one: each place that groups trials has a key."""
    start, found, rest = step.partition("progress.key")
    return tuple(f"{one}.key{rest}" for one in _OF_KEYS) if found and not start else (step,)


def _in(places: Places, operation: str, changes: Changes) -> Changes:
    """Return the changes of a stage in the places where the job has that stage."""
    return tuple(
        replace(change, step=place if change.step == operation else f"{place}.{change.step}")
        for place in places
        for change in changes
    )


def _with_values(
    places: Places, operation: str, changes: Callable[[Any], Changes]
) -> Callable[[Any], Changes]:
    return lambda value: _in(places, operation, changes(value))


def _moved(row: Deviation, clause: str, places: Places) -> Deviation:
    """Return a deviation of a stage as one of the whole job."""
    parameter = row.parameter and replace(
        row.parameter,
        choices={
            way: said._replace(clause=_SHARED.get(said.clause, ""))
            for way, said in row.parameter.choices.items()
        },
        changes=_with_values(places, row.operation, row.parameter.changes),
    )
    changes = _in(places, row.operation, row.changes)
    name = f"job-{row.name}"
    return replace(row, name=name, clause=clause, changes=changes, parameter=parameter)


_SHARED = {"pass_at_k.names-as-they-stand": "job.names-as-they-stand"}
"""Clauses of stages that a job has as well."""

_NUMBERS = "job.order-of-numbers"
_METRICS = "job.metrics"
_GROUPED = "job.groups"
_ESTIMATED = "job.pass-at-k"

_CLAUSES = {
    "naive-sum": _NUMBERS,
    "sums-by": _NUMBERS,
    "means-by": _NUMBERS,
    "extremes-by": "job.not-finite",
    "keeps-the-reward-name": _METRICS,
    "skips-missing-names": _METRICS,
    "one-name-or-zero": _METRICS,
    "pass-at-k-only-one-succeeds": _ESTIMATED,
}


def of_stages() -> Iterator[Deviation]:
    """Yield each deviation of metric and pass_at_k as one of the whole job."""
    for rows, clause, places in (
        (metric.DEVIATIONS, _METRICS, _OF_METRICS),
        (pass_at_k.DEVIATIONS, _ESTIMATED, _OF_ESTIMATES),
    ):
        for row in rows:
            if all(change.step.startswith("key.") for change in row.changes):
                yield _moved(row, _GROUPED, _OF_KEYS)
            else:
                yield _moved(row, _CLAUSES.get(row.name, clause), places)


DEVIATIONS = tuple(row for row in of_stages() if row.name.removeprefix("job-") in _CLAUSES)
"""Deviations of metric and pass_at_k that are often seen in whole jobs, behind ``job-``."""
