"""Which metrics a group has, when they are computed, what becomes of their errors, and pass@k."""

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import cast

from hypothesis import strategies as st

from conformance.operations import sources
from conformance.operations.clause import clause, common, extreme, rare, seeing
from conformance.operations.job import inputs
from conformance.operations.strategies.drawing import drawn, either, some
from conformance.protocol.values import Answer, Case, Value

LEVEL = rare("names of datasets with underscores, or a source that is no dataset")
_OF_METRICS = extreme("no metric overflows: rewards lie between 0 and 1")


@clause(
    "metrics",
    sources.JOB.lines(758, 759),
    sources.JOB.lines(741, 746),
    level=common("NVIDIA-NeMo/nemo-platform#2136: an example job with mean and max"),
    effort=0.4,
)
@drawn(some(inputs.METRICS, 1, 3), some(inputs.MIXED_REWARDS, 1, 4))
def metrics_of_groups(metrics: list[str], each: list[inputs.Rewards]) -> Case:
    """A group has one entry for each of its metrics, in configured order and however often one is
    named, computed from the rewards of all its trials."""
    return inputs.case_with([inputs.trial(rewards) for rewards in each], {"adhoc": metrics})


_SOURCES = ("s", "s__t", "t", "__", "s__", "__t", "s___t", "s__t__u", "_", "adhoc__s", "s_t", None)
_ENDS = ("s", "t", "", "_", "_t", "u", "adhoc", "s__t", "s__t__u")
"""What a table may have besides the source itself, some of it the end of a group's key."""


def _has_other_metrics(answer: Answer) -> bool:
    groups = inputs.groups_of(answer).values()
    metrics = [cast("list[dict[str, Value]]", group["metrics"]) for group in groups]
    return any([*chain(*of_group)] != ["mean"] for of_group in metrics)


@clause(
    "metrics-by-key",
    sources.JOB.lines(757),
    **seeing(("other metrics", _has_other_metrics, 0.3)),
    effort=0.8,
)
@drawn(
    some(_SOURCES, 1, 2),
    st.dictionaries(
        st.sampled_from(_ENDS), some(("max", "sum", "min"), 1, 2), min_size=0, max_size=3
    ),
    (None, "m", "m__s"),
)
def metrics_by_end(
    datasets: Sequence[str | None], others: Mapping[str, Sequence[str]], model: str | None
) -> Case:
    """A group's metrics are those of the dataset that its key, cut from the left at each two
    underscores, has in its last part, and none where there is no such dataset."""
    # Sources with underscores; metrics for the source, and others for what it ends in.
    own = {source or "adhoc": ["mean"] for source in datasets}
    trials = [
        inputs.reward(number, group=inputs.JobGroup("a", model, s))
        for number, s in enumerate(datasets)
    ]
    return inputs.case_with(trials, {**own, **others})


@clause(
    "source-without-metrics",
    sources.JOB.lines(889),
    sources.JOB.lines(406),
    **inputs.seeing_outcomes(ExceptionGroup=0.4),
    effort=0.41,
)
@drawn(
    (
        {"adhoc": ["mean"]}, {"adhoc": ["mean"], "s": ["max"]}, {"s": ["mean"], "adhoc": []},
        {"adhoc": [], "s": []}, {},
    ),
    some((None, "s", "S", "s "), 1, 3),
    ({"reward": 1}, {"a": 1, "b": 0}, None, {}),
)  # fmt: skip
def unlisted_sources(
    table: dict[str, list[str]], datasets: list[str | None], rewards: inputs.Rewards
) -> Case:
    """A trial whose source has no metrics, or an empty list of them, ends the job with an
    ExceptionGroup."""
    trials = [
        inputs.trial(rewards, group=inputs.JobGroup("a", None, source)) for source in datasets
    ]
    return inputs.case_with(trials, table)


_HUGE = 10**400

_ENDED_EARLY: tuple[tuple[inputs.Number, ...], ...] = (
    (_HUGE, -_HUGE), (0, _HUGE, -_HUGE), (1, _HUGE, -_HUGE, 2), (-_HUGE, _HUGE, 0.5),
)  # fmt: skip
"""Values of whose sum only a part is beyond binary64."""

_LIMIT = 2**1024 - 2**970
"""The least integer that no binary64 is next to."""

_AT_THE_LIMIT = (_LIMIT - 1, _LIMIT, 2**1023, 0, 1, 0.5, -_LIMIT, 1 - _LIMIT, 2**1024)


@clause(
    "running-metrics",
    sources.JOB.lines(650),
    sources.JOB.lines(893),
    level=_OF_METRICS,
    **inputs.seeing_outcomes(ExceptionGroup=0.3, results=0.1),
    effort=0.41,
)
@drawn(
    [[name, *more] for name in inputs.METRICS for more in ((), ("max",))],
    either(_ENDED_EARLY, some(_AT_THE_LIMIT, 1, 4)),
    (*["reward"] * 4, "a", "z"),
    ("", "", "", "x"),
)
def running(metrics: list[str], run: Sequence[inputs.Number], other: str, name: str) -> Case:
    """The metrics of a source are computed after each of its trials, and the first of them is
    formatted as a float, so that what overflows there ends the job with an ExceptionGroup."""
    # Integers beyond binary64, some only until later trials make up for them.
    # Another key or metric may come first, and a trial that is retried no longer counts.
    trials = [inputs.trial({other: 0, "reward": value}, name=name) for value in run]
    return inputs.case_with(trials, {"adhoc": metrics})


@clause(
    "metrics-at-the-end",
    sources.JOB.lines(759),
    level=_OF_METRICS,
    **inputs.seeing_outcomes(OverflowError=0.15),
    effort=0.41,
)
@drawn(
    ("min", "min", "min", "max"),
    ("mean", "sum", "max"),
    (0, 0.5, -1),
    some((_HUGE, 1, _LIMIT), 1, 2),
)
def at_the_end(first: str, last: str, least: inputs.Number, others: list[inputs.Number]) -> Case:
    """An error in a metric that is computed only at the end ends the job under its own name."""
    # Metrics that are computed at the end alone, of values that some of them cannot have.
    group = inputs.JobGroup("a", None, "s__t")
    trials = [inputs.reward(value, group=group) for value in (least, *others)]
    return inputs.case_with(trials, {"s__t": [first], "t": [last]})


_ODD_REWARDS = (*[None] * 5, 0.5, 0.9999999999999999)


def _has_pass_at_k(answer: Answer) -> bool:
    return any(group["pass_at_k"] for group in inputs.groups_of(answer).values())


@clause(
    "pass-at-k",
    sources.JOB.lines(761, 764),
    level=common("NVIDIA-NeMo/nemo-platform#1224: several attempts at each task"),
    **seeing(("some pass@k", _has_pass_at_k, 0.4)),
    effort=1.6,
)
@drawn((2, 1, 3, 4, 5, 8, 10, 7, 7, 12), (1, 1, 2), st.integers(0, 7), _ODD_REWARDS)
def binary_rewards(attempts: int, tasks: int, successes: int, odd: float | None) -> Case:
    """A group's pass@k is that of the operation pass_at_k, by k in ascending order, and an empty
    object where it has none."""
    trials = [
        inputs.trial({"reward": int(i % 7 < successes)}, task=task)
        for i in range(attempts)
        for task in "tuv"[:tasks]
    ]
    return inputs.case_with(trials + ([] if odd is None else [inputs.reward(odd)]))
