"""Questions about the stats of a job as a whole."""

from collections.abc import Sequence

from hypothesis import strategies as st

from conformance.model import Case
from conformance.strategies.job_trials import (
    INFINITY,
    NAN,
    Cases,
    Group,
    Rewards,
    Trial,
    Usage,
    case,
    trial,
)

_REWARDS: tuple[Rewards, ...] = (
    {"reward": 1},
    {"reward": 0},
    {"reward": 1.0},
    {"reward": 0.5},
    None,
    {"reward": 0.1},
    {"a": 1, "b": 0.25},
    {},
    {"b": 1e-6},
    {"reward": NAN},
    {"reward": INFINITY},
    {"reward": 1e16},
    {"reward": -0.0},
    {"reward": 2**53 + 1},
)

_GROUPS = (
    Group(),
    Group("a", "m"),
    Group("a", None, "s"),
    Group("b"),
    Group("a__m", "", ""),
    Group("a", "m", "s__t"),
)

_EXCEPTIONS = (None, None, None, "AgentTimeoutError", "CancelledError", "E")

_USAGES = (
    None,
    Usage(1200, 300, 45, 0.1),
    Usage(7, None, 0, 0.2),
    Usage(None, None, None, None),
    Usage(2**53 + 1, 0, 3, 1e-6),
)

_TABLES = (
    {"adhoc": ["mean"], "s": ["mean"], "s__t": ["mean"]},
    {"adhoc": ["mean", "max"], "s": ["sum"], "s__t": ["min"], "t": ["max", "mean"]},
    {"adhoc": ["max"], "s": ["min", "min"], "s__t": ["sum"], "t": ["mean"]},
    {"adhoc": ["mean"], "s": ["mean"]},
)

_PARTS = (
    tuple((rewards, group) for group in _GROUPS for rewards in _REWARDS),
    tuple((task, exception) for exception in _EXCEPTIONS for task in ("t", "t", "u")),
    tuple((usage, name) for usage in _USAGES for name in ("", "", "", "", "x")),
)
"""The parts of a trial; one draw a trial, since several would take most of a check's time."""


def anything() -> Cases:
    """Up to six trials of any kind, and any table of metrics."""
    most = len(_PARTS[0]) * len(_PARTS[1]) * len(_PARTS[2])
    return st.builds(
        _any_job,
        st.lists(st.integers(0, most - 1), max_size=6),
        st.sampled_from(_TABLES),
        st.integers(0, 8),
        st.sampled_from((0, 1, 2)),
    )


def _any_job(
    numbers: Sequence[int], table: dict[str, list[str]], planned: int, retries: int
) -> Case:
    return case(map(_trial, numbers), table, planned=planned, retries=retries)


def _trial(number: int) -> Trial:
    """Return the ``number``-th trial that the parts make up."""
    number, first = divmod(number, len(_PARTS[0]))
    third, second = divmod(number, len(_PARTS[1]))
    rewards, group = _PARTS[0][first]
    task, exception = _PARTS[1][second]
    usage, name = _PARTS[2][third]
    return trial(rewards, name=name, task=task, group=group, exception=exception, usage=usage)
