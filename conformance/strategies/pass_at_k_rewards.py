"""Questions about what a trial's rewards make of it: a success, a failure, or a group without k."""

from hypothesis import strategies as st

from conformance.model import Case, Value
from conformance.strategies.pass_at_k_trials import (
    FAIL,
    NO_RESULT,
    NULL_REWARDS,
    PASS,
    STEPS,
    TASKS,
    Attempts,
    Group,
    arranged,
    attempts,
    case,
    outcome,
    rewarded,
    trial,
)

NOT_BINARY: tuple[float, ...] = (
    2,
    -1,
    0.5,
    2.0,
    -1.0,
    0.9999999999999999,
    1.0000000000000002,
    0.9999999,
    5e-324,
    -5e-324,
    1e-9,
    float("nan"),
    float("inf"),
    float("-inf"),
    256,
    2**32 + 1,
    2**53 + 1,
    2**64,
    2**64 + 1,
    -(2**63) - 1,
    10**400,
    -(10**400),
)
"""Rewards that are neither 0 nor 1, several of them only just."""

BINARY: tuple[float, ...] = (0, 1, 1.0, 0.0, -0.0)

_ONE_OR_NOT: tuple[dict[str, Value], ...] = (
    {"reward": 1},
    {},
    {"reward": 1, "a": 1},
    {"reward": 0, "a": 0},
    {"reward": 1, "a": 0},
    {"a": 0, "reward": 1},
    {"a": 1, "b": 1, "c": 1},
    {"reward": 1, "a": 0.5},
    {"": 1, "reward": 1},
)

_REWARD_NAMES = ("reward", "score", "r", "Reward", "", "0", "mean", "__proto__", "\u00e9", "a b")

_EXCEPTIONS = (None, "AgentTimeoutError", "CancelledError", "VerifierTimeoutError")

_OFF: tuple[Value, ...] = (
    {"rewards": {}},
    rewarded(0.5),
    {"rewards": {"reward": 1, "a": 1}},
    rewarded(2),
    rewarded(float("nan")),
)
"""Verifier results that leave a group without k, of each kind."""

_INTACT = (Attempts(2, 0), Attempts(2, 1), Attempts(3, 1), Attempts(4, 1), Attempts(5, 2))
_GROUPS = (Group("a"), Group("b"), Group("a", "m"), Group("a", None, "s"))


def absent_rewards() -> st.SearchStrategy[Case]:
    """Two to eight attempts at one task, about half of them without rewards."""
    kinds = st.sampled_from((FAIL, PASS, NULL_REWARDS, NO_RESULT, PASS))
    return _attempts_of(kinds.map(outcome))


def no_or_several_rewards() -> st.SearchStrategy[Case]:
    """Attempts at one task, most often one of them with no reward or several."""
    return _with_an_odd_one(st.sampled_from(_ONE_OR_NOT).map(_result_of))


def rewards_not_binary() -> st.SearchStrategy[Case]:
    """Attempts at one task, most often one of them with a reward other than 0 and 1."""
    values: tuple[float, ...] = (1, 0, *NOT_BINARY)
    return _with_an_odd_one(st.sampled_from([rewarded(value) for value in values]))


def binary_numbers() -> st.SearchStrategy[Case]:
    """Two to eight attempts at one task, rewarded with every number that is 0 or 1."""
    return _attempts_of(st.sampled_from([rewarded(value) for value in BINARY]))


def reward_names() -> st.SearchStrategy[Case]:
    """Two to eight attempts at one task, with rewards of any names."""
    named = [rewarded(value, name) for name in _REWARD_NAMES for value in (0, 1)]
    return _attempts_of(st.sampled_from(named))


def one_group_off() -> st.SearchStrategy[Case]:
    """Two or three groups of one task each, one of which may hold a trial that leaves it no k."""
    return st.builds(
        _groups_and_an_odd_one,
        st.lists(st.sampled_from(_INTACT), min_size=2, max_size=3),
        st.sampled_from((None, *range(len(_OFF)))),
        STEPS,
    )


def one_task_off() -> st.SearchStrategy[Case]:
    """One group of two to four tasks, the first of which may hold a trial that leaves it no k."""
    return st.builds(
        _tasks_and_an_odd_one,
        st.lists(st.sampled_from(_INTACT), min_size=2, max_size=4),
        st.sampled_from((None, *range(len(_OFF)))),
        STEPS,
    )


def other_members() -> st.SearchStrategy[Case]:
    """Attempts at one task with exceptions, and names and usage that say nothing."""
    drawn = st.tuples(
        st.sampled_from((FAIL, PASS, NO_RESULT)),
        st.sampled_from(_EXCEPTIONS),
        st.sampled_from(("t__1", "t__2", "")),
    )
    return st.builds(_described_trials, st.lists(drawn, min_size=2, max_size=8))


def _result_of(rewards: dict[str, Value]) -> Value:
    return {"rewards": rewards}


def _attempts_of(results: st.SearchStrategy[Value]) -> st.SearchStrategy[Case]:
    listed = st.lists(results, min_size=2, max_size=8)
    return listed.map(lambda drawn: case(trial(result) for result in drawn))


def _with_an_odd_one(odd: st.SearchStrategy[Value]) -> st.SearchStrategy[Case]:
    places = st.integers(0, 5)
    return st.builds(_odd_one_at, st.sampled_from(_INTACT), odd, places)


def _odd_one_at(counts: Attempts, odd: Value, place: int) -> Case:
    trials = attempts(counts)
    trials.insert(place, trial(odd))
    return case(trials)


def _groups_and_an_odd_one(counts: list[Attempts], off: int | None, step: int) -> Case:
    named = zip(_GROUPS, counts, strict=False)
    trials = [t for group, member in named for t in attempts(member, "t", group)]
    if off is not None:
        trials.append(trial(_OFF[off]))
    return case(arranged(trials, step))


def _tasks_and_an_odd_one(counts: list[Attempts], off: int | None, step: int) -> Case:
    named = zip(TASKS, counts, strict=False)
    trials = [t for task, member in named for t in attempts(member, task)]
    if off is not None:
        trials.append(trial(_OFF[off]))
    return case(arranged(trials, step))


def _described_trials(drawn: list[tuple[int, str | None, str]]) -> Case:
    return case(
        trial(outcome(kind), exception=exception, trial_name=name, usage=None)
        for kind, exception, name in drawn
    )
