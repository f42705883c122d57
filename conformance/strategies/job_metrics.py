"""Questions about the metrics of a job's groups, and about the order of its trials."""

from typing import cast

from hypothesis import strategies as st

from conformance.model import Case, Value
from conformance.strategies.job_trials import (
    INFINITY,
    NAN,
    Cases,
    Group,
    Number,
    Rewards,
    case,
    reward,
    some,
    trial,
    values,
)

_METRICS = ("mean", "max", "min", "sum")
_HUGE = 10**400

_REWARDS: tuple[Rewards, ...] = (
    {"reward": 1},
    {"reward": 0},
    {"reward": 0.5},
    None,
    {},
    {"a": 1},
    {"a": 1, "b": 0.25},
    {"b": 2, "a": 0.1},
)

_RUNS: tuple[tuple[Number, ...], ...] = (
    (1e16, 1, 1, 3, 5),
    (1e308, 1e308, -1e308),
    (0.1, 0.2, 0.3, 2**53, 2**53 + 1),
    (NAN, 1, 2, -1),
    (2**53, 1, 1, 0.5, -(2.0**53)),
    (1, 1.0, 0, 0.0),
    (INFINITY, NAN, 1),
    (1.0, 0.0, 1e16, 3),
)
"""Values of which a number of harbor's depends on the order in which they come."""

_ENDED_EARLY: tuple[tuple[Number, ...], ...] = (
    (_HUGE, -_HUGE),
    (0, _HUGE, -_HUGE),
    (1, _HUGE, -_HUGE, 2),
    (-_HUGE, _HUGE, 0.5),
)
"""Values of whose sum only a part is beyond binary64."""

_LIMIT = 2**1024 - 2**970
"""The least integer that no binary64 is next to."""

_AT_THE_LIMIT = (_LIMIT - 1, _LIMIT, 2**1023, 0, 1, 0.5, -_LIMIT, 1 - _LIMIT, 2**1024)


def metrics_of_groups() -> Cases:
    """One to three metrics, some of them twice, for rewards that may be missing."""
    return st.builds(
        lambda metrics, drawn: case([trial(rewards) for rewards in drawn], {"adhoc": metrics}),
        some(_METRICS, 1, 3),
        some(_REWARDS, 1, 4),
    )


def running() -> Cases:
    """Integers beyond binary64, some only until later trials make up for them."""
    drawn = st.one_of(st.sampled_from(_ENDED_EARLY), some(_AT_THE_LIMIT, 1, 4))
    return st.builds(lambda metric, run: values(run, [metric]), st.sampled_from(_METRICS), drawn)


def at_the_end() -> Cases:
    """Metrics that are computed at the end alone, of values that some of them cannot have."""
    return st.builds(
        lambda first, last, least, others: case(
            [reward(value, group=Group("a", None, "s__t")) for value in (least, *others)],
            {"s__t": [first], "t": [last]},
        ),
        st.sampled_from(("min", "min", "min", "max")),
        st.sampled_from(("mean", "sum", "max")),
        st.sampled_from((0, 0.5, -1)),
        some((_HUGE, 1, _LIMIT), 1, 2),
    )


def order_of_numbers() -> Cases:
    """Values in one of their orders, for a metric of which the order may decide."""
    runs = st.sampled_from(_RUNS).flatmap(st.permutations)
    return st.builds(lambda metric, run: values(run, [metric]), st.sampled_from(_METRICS), runs)


def order_of_names() -> Cases:
    """Trials of several groups with several values and exceptions, in one of their orders."""
    one = st.builds(
        lambda rewards, exception, group: trial(rewards, exception=exception, group=group),
        st.sampled_from(_REWARDS),
        st.sampled_from((None, "E", "F")),
        st.sampled_from((Group(), Group("b"))),
    )
    return st.builds(case, st.lists(one, min_size=2, max_size=5))


def reversed_trials(asked: Case) -> Case:
    """Return the same question with its trials, names kept, in the opposite order."""
    trials = cast("list[Value]", asked.input["trials"])
    return Case("job", {**asked.input, "trials": trials[::-1]})
