"""When metrics are computed, what becomes of their errors, and pass@k."""

from collections.abc import Sequence

from hypothesis import strategies as st

from conformance.operations.clause import Erratum, Source, clause, common, extreme, seeing
from conformance.operations.job import sources
from conformance.operations.job.inputs import (
    METRICS,
    JobGroup,
    Number,
    case_with,
    groups_of,
    reward,
    seeing_outcomes,
    stats,
    trial,
    values,
)
from conformance.operations.strategies.drawing import drawn, either, some
from conformance.protocol.values import Answer, Case

LEVEL = extreme("no metric overflows: rewards lie between 0 and 1")

_HUGE = 10**400

_ENDED_EARLY: tuple[tuple[Number, ...], ...] = (
    (_HUGE, -_HUGE), (0, _HUGE, -_HUGE), (1, _HUGE, -_HUGE, 2), (-_HUGE, _HUGE, 0.5),
)  # fmt: skip
"""Values of whose sum only a part is beyond binary64."""

_LIMIT = 2**1024 - 2**970
"""The least integer that no binary64 is next to."""

_AT_THE_LIMIT = (_LIMIT - 1, _LIMIT, 2**1023, 0, 1, 0.5, -_LIMIT, 1 - _LIMIT, 2**1024)


@clause(
    "running-metrics",
    Source(sources.JOB, 650, 650, "self._refresh_metrics_for_eval(evals_key, dataset_name)"),
    Source(sources.JOB, 893, 893, "{first_metric_value:.3f}"),
    **seeing_outcomes(ExceptionGroup=0.3, results=0.1),
    effort=0.41,
    erratum=Erratum(
        text="spec/000 §6",
        says="Max, Min and Sum are exact.",
        wheel="An integer that no binary64 is next to does not get as far as the result.",
        case=values([_HUGE], ["max"]),
        text_answer=stats(
            "a__adhoc",
            {"metrics": [{"max": _HUGE}], "reward_stats": {"reward": {str(_HUGE): ["1"]}}},
        ),
    ),
)
@drawn(
    [[name, *more] for name in METRICS for more in ((), ("max",))],
    either(_ENDED_EARLY, some(_AT_THE_LIMIT, 1, 4)),
    (*["reward"] * 4, "a", "z"),
    ("", "", "", "x"),
)
def running(metrics: list[str], run: Sequence[Number], other: str, name: str) -> Case:
    """The metrics of a source are computed after each of its trials, and the first of them is
    formatted as a float, so that what overflows there ends the job with an ExceptionGroup."""
    # Integers beyond binary64, some only until later trials make up for them.
    # Another key or metric may come first, and a trial that is retried no longer counts.
    trials = [trial({other: 0, "reward": value}, name=name) for value in run]
    return case_with(trials, {"adhoc": metrics})


@clause(
    "metrics-at-the-end",
    Source(sources.JOB, 759, 759, "metrics.append(metric.compute(rewards))"),
    **seeing_outcomes(OverflowError=0.15),
    effort=0.41,
)
@drawn(
    ("min", "min", "min", "max"),
    ("mean", "sum", "max"),
    (0, 0.5, -1),
    some((_HUGE, 1, _LIMIT), 1, 2),
)
def at_the_end(first: str, last: str, least: Number, others: list[Number]) -> Case:
    """An error in a metric that is computed only at the end ends the job under its own name."""
    # Metrics that are computed at the end alone, of values that some of them cannot have.
    group = JobGroup("a", None, "s__t")
    trials = [reward(value, group=group) for value in (least, *others)]
    return case_with(trials, {"s__t": [first], "t": [last]})


_ODD_REWARDS = (*[None] * 5, 0.5, 0.9999999999999999)


def _has_pass_at_k(answer: Answer) -> bool:
    return any(group["pass_at_k"] for group in groups_of(answer).values())


@clause(
    "pass-at-k",
    Source(sources.JOB, 761, 764, "in compute_pass_at_k_by_evals("),
    level=common("NVIDIA-NeMo/nemo-platform#1224: several attempts at each task"),
    **seeing(("some pass@k", _has_pass_at_k, 0.4)),
    effort=1.6,
)
@drawn((2, 1, 3, 4, 5, 8, 10, 7, 7, 12), (1, 1, 2), st.integers(0, 7), _ODD_REWARDS)
def binary_rewards(attempts: int, tasks: int, successes: int, odd: float | None) -> Case:
    """A group's pass@k is that of the operation pass_at_k, by k in ascending order, and an empty
    object where it has none."""
    trials = [
        trial({"reward": int(i % 7 < successes)}, task=task)
        for i in range(attempts)
        for task in "tuv"[:tasks]
    ]
    return case_with(trials + ([] if odd is None else [reward(odd)]))
