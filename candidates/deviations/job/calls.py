"""The calls and descriptions of metric and pass_at_k, where a whole job is asked."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from candidates.deviations import metric, pass_at_k
from candidates.deviations.deviation import Changes, Deviation

type Places = tuple[str, ...]

_OF_METRICS: Places = ("stats.evals.metrics.compute.metric", "progress.refresh.metric")
_OF_ESTIMATES: Places = ("stats.evals.pass_at_k.pass_at_k",)


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
        row.parameter, changes=_with_values(places, row.operation, row.parameter.changes)
    )
    changes = _in(places, row.operation, row.changes)
    return Deviation(f"job-{row.name}", clause, row.description, changes, parameter)


def _all_moved(
    rows: tuple[Deviation, ...], clauses: Mapping[str, str], places: Places
) -> tuple[Deviation, ...]:
    return tuple(_moved(row, clauses[row.name], places) for row in rows if row.name in clauses)


_NUMBERS = "job.order-of-numbers"
_METRICS = "job.metrics"
_ESTIMATED = "job.pass-at-k"

DEVIATIONS = (
    *_all_moved(
        metric.DEVIATIONS,
        {
            "naive-sum": _NUMBERS,
            "array-reduce-sum": "job.metrics-at-the-end",
            "kahan-loop": _NUMBERS,
            "math-fsum": _NUMBERS,
            "numpy-sum": _NUMBERS,
            "numpy-mean": _NUMBERS,
            "pandas-mean": "job.nan-rewards",
            "statistics-mean": "job.metrics-at-the-end",
            "running-mean": _METRICS,
            "math-max": "job.running-metrics",
            "keeps-the-reward-name": _METRICS,
            "prefixes-the-metric": _METRICS,
            "pools-all-names": _METRICS,
            "skips-missing-names": _METRICS,
            "one-name-or-zero": _METRICS,
            "first-name-of-a-trial": _METRICS,
            "averages-names-of-a-trial": _METRICS,
            "leaves-out-nan": "job.nan-rewards",
            "clamps-to-one": "job.running-metrics",
            "rounds-results": _METRICS,
            "results-in-percent": _METRICS,
        },
        _OF_METRICS,
    ),
    *_all_moved(
        pass_at_k.DEVIATIONS,
        {
            "pass-at-k-first-reward": _METRICS,
            "pass-at-k-name-or-zero": _METRICS,
            "pass-at-k-no-rewards-skipped": "job.completed-trials",
            "pass-at-k-from-one": _ESTIMATED,
            "pass-at-k-every-k": _ESTIMATED,
            "pass-at-k-powers-of-two": _ESTIMATED,
            "pass-at-k-fixed-values": _ESTIMATED,
            "pass-at-k-threshold": _ESTIMATED,
            "pass-at-k-only-one-succeeds": _ESTIMATED,
            "pass-at-k-rate": _ESTIMATED,
            "pass-at-k-any-success": _ESTIMATED,
            "pass-at-k-with-replacement": _ESTIMATED,
            "pass-at-k-binomial": _ESTIMATED,
            "pass-at-k-reciprocal": _ESTIMATED,
            "pass-at-k-rounds-results": _ESTIMATED,
        },
        _OF_ESTIMATES,
    ),
)
"""Each is a deviation of metric or pass_at_k, under its name behind ``job-``."""
