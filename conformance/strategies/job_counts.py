"""Questions about what is counted, added up and listed over the trials of a job."""

from hypothesis import strategies as st

from conformance.model import Case
from conformance.strategies.job_trials import (
    Cases,
    Group,
    Rewards,
    Usage,
    case,
    some,
    trial,
)

_CANCELLED = "CancelledError"
_EXCEPTIONS = (
    None,
    "AgentTimeoutError",
    _CANCELLED,
    "RewardFileNotFoundError",
    "VerifierTimeoutError",
)
_LIKE_CANCELLED = (
    _CANCELLED,
    None,
    "TimeoutError",
    "cancelled",
    "cancellederror",
    "CancelledError ",
    "asyncio.CancelledError",
    "TrialCancelledError",
    "KeyboardInterrupt",
)
_REWARDS: tuple[Rewards, ...] = ({"reward": 1}, {"reward": 0}, {}, None, {"a": 1, "b": 0.5})
_GROUPS = (Group(), Group(), Group("b"), Group("a", "m"))
_TOKENS = (0, None, 1, 0, None, 1200, 2**53, 2**53 + 1, 2**63, 10**30, -5)
_COSTS = (None, 0.1, 0.2, 0.3, 1e-6, 0.7, 1e16, -1e16, 1, 0, 0.0, -0.0, 3e-5, 12.5)
_COUNTS = st.integers(0, 7)

_NULL_REWARDS = {"rewards": None}


def no_trials() -> Cases:
    """Jobs of which no trial has ended, whatever metrics they have."""
    tables = st.sampled_from(({"adhoc": ["mean"]}, {}, {"adhoc": []}, {"s": ["max", "min"]}))
    return st.builds(
        lambda table, planned, retries: case([], table, planned=planned, retries=retries),
        tables,
        _COUNTS,
        _COUNTS,
    )


def outcomes() -> Cases:
    """Trials with rewards, with an exception, with both and with neither."""
    one = st.builds(
        lambda rewards, exception, group: trial(rewards, exception=exception, group=group),
        st.sampled_from(_REWARDS),
        st.sampled_from(_EXCEPTIONS),
        st.sampled_from(_GROUPS),
    )
    return st.builds(case, st.lists(one, min_size=1, max_size=5))


def rewarded() -> Cases:
    """Trials whose rewards are there, empty, null, or missing with their result."""
    return st.builds(_rewarded, some((*_REWARDS, "null"), 1, 5))


def _rewarded(drawn: list[Rewards | str]) -> Case:
    trials = [trial(None if isinstance(rewards, str) else rewards) for rewards in drawn]
    for described, rewards in zip(trials, drawn, strict=True):
        if isinstance(rewards, str):
            described["verifier_result"] = dict(_NULL_REWARDS)
    return case(trials)


def planned() -> Cases:
    """More, fewer or just as many trials planned as ended."""
    return st.builds(
        lambda drawn, number: case([trial(rewards) for rewards in drawn], planned=number),
        some(_REWARDS, 0, 4),
        _COUNTS,
    )


def cancelled() -> Cases:
    """Trials that were cancelled, and exceptions that are named nearly so."""
    one = st.builds(
        lambda exception, rewards, name: trial(rewards, exception=exception, name=name),
        st.sampled_from((_CANCELLED, *_LIKE_CANCELLED)),
        st.sampled_from(_REWARDS),
        st.sampled_from(("", "x", "", "x")),
    )
    return st.builds(case, st.lists(one, min_size=1, max_size=5))


def retried() -> Cases:
    """Trials of which some have the name of an earlier one, and retries of earlier runs."""
    one = st.builds(
        lambda name, exception, rewards, group: trial(
            rewards, name=name, exception=exception, group=group
        ),
        st.sampled_from("xyz"),
        st.sampled_from((None, _CANCELLED)),
        st.sampled_from(_REWARDS),
        st.sampled_from(_GROUPS),
    )
    return st.builds(
        lambda trials, retries: case(trials, retries=retries),
        st.lists(one, min_size=1, max_size=5),
        st.integers(0, 3),
    )


def exceptions() -> Cases:
    """Trials with exceptions of few kinds, some with rewards, in a group or two."""
    one = st.builds(
        lambda exception, group, rewards: trial(rewards, exception=exception, group=group),
        st.sampled_from(("E", "F", "constructor", None, "e", "E ")),
        st.sampled_from(_GROUPS),
        st.sampled_from(_REWARDS),
    )
    return st.builds(case, st.lists(one, min_size=1, max_size=5))


def both() -> Cases:
    """Trials that have rewards and an exception, among trials that have one of them."""
    one = st.builds(
        lambda value, exception: trial({"reward": value}, exception=exception),
        st.sampled_from((1, 0, 0.5)),
        st.sampled_from(("AgentTimeoutError", None, "E", _CANCELLED)),
    )
    return st.builds(case, st.lists(one, min_size=1, max_size=4))


def tokens() -> Cases:
    """Trials whose tokens are known, 0, or not known, or that have no usage at all."""
    known = st.builds(
        lambda first, second, third: trial({"reward": 1}, usage=Usage(first, second, third, None)),
        *[st.sampled_from(_TOKENS)] * 3,
    )
    unknown = st.just(trial({"reward": 1}))
    failed = st.just(trial(None, exception="E", usage=Usage(7, 2, 1, None)))
    one = st.one_of(known, known, unknown, failed)
    return st.builds(case, st.lists(one, min_size=1, max_size=4))


def costs() -> Cases:
    """Costs that round, or that cancel each other."""
    return st.builds(
        lambda drawn: case([trial({"reward": 1}, usage=Usage(cost_usd=cost)) for cost in drawn]),
        some(_COSTS, 1, 6),
    )
