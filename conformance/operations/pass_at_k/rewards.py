"""What a trial's rewards make of it: a success, a failure, or a group without k."""

from hypothesis import strategies as st

from conformance.operations.clause import Cases, Check, Erratum, Source, clause, common
from conformance.operations.job.inputs import JobGroup
from conformance.operations.pass_at_k.inputs import (
    FAIL,
    MODULE,
    NO_RESULT,
    NULL_REWARDS,
    PASS,
    TWO_OR_MORE,
    Attempts,
    attempts,
    case,
    rewarded,
    seeing_none,
    seeing_some,
    tasks_of,
    trial,
)
from conformance.operations.strategies.drawing import build, drawn, rows, some
from conformance.protocol.values import Case, Result, Value

LEVEL = common(
    "marin-community/marin#7789: trials without a result; morluto/jacobian#831: several keys"
)

NOT_BINARY: tuple[float, ...] = (
    2, -1, 0.5, 2.0, -1.0, 0.9999999999999999, 1.0000000000000002, 0.9999999, 5e-324, -5e-324, 1e-9,
    float("nan"), float("inf"), float("-inf"), 256, 2**32 + 1, 2**53 + 1, 2**64, 2**64 + 1,
    -(2**63) - 1, 10**400, -(10**400),
)  # fmt: skip
"""Rewards that are neither 0 nor 1, some of them very close."""

_BETWEEN = (0.4, 0.6, 0.78, 0.85, 0.92, 0.97, 0.995)
"""Rewards between the limits that people choose for a success."""

_ONE_OR_NOT: tuple[Value, ...] = tuple(
    {"rewards": {**rewards}}
    for rewards in (
        {"reward": 1}, {}, {"reward": 1, "a": 1}, {"reward": 0, "a": 0}, {"reward": 1, "a": 0},
        {"a": 0, "reward": 1}, {"a": 1, "b": 1, "c": 1}, {"reward": 1, "a": 0.5},
        {"": 1, "reward": 1},
    )
)  # fmt: skip

_REWARD_NAMES = ("reward", "score", "r", "Reward", "", "0", "mean", "__proto__", "\u00e9", "a b")

_EXCEPTIONS = (None, "AgentTimeoutError", "CancelledError", "VerifierTimeoutError")


@clause("other-members", Source(MODULE, 35, 40, "for trial_result in trial_results:"))
@drawn(rows(2, 8, (FAIL, PASS, NO_RESULT), _EXCEPTIONS, ("t__1", "t__2", "")))
def other_members(drawn: list[tuple[Value, str | None, str]]) -> Case:
    """A trial's exception, name and usage change nothing, and every trial counts."""
    return case(
        trial(result, exception=exception, trial_name=name, usage=None)
        for result, exception, name in drawn
    )


def _attempts_of(*results: Value) -> Cases:
    return some(results, 2, 8).map(lambda drawn: case(map(trial, drawn)))


def _with_an_odd_one(*odd: Value) -> Cases:
    return build(_odd_one_at, TWO_OR_MORE, odd, st.integers(0, 5))


def _odd_one_at(counts: Attempts, odd: Value, place: int) -> Case:
    trials = attempts(counts)
    trials.insert(place, trial(odd))
    return case(trials)


@clause(
    "absent-rewards-fail",
    Source(MODULE, 36, 40, "rewards = ("),
    Source(MODULE, 41, 43, "if rewards is None:"),
    **seeing_some(1.0),
    erratum=Erratum(
        text="spec/000 §4",
        says="pass@k is emitted only when every trial in the group has exactly one reward key "
        "whose value is strictly 0 or 1.",
        wheel="A trial without rewards has no key at all, and the group keeps its pass@k.",
        case=tasks_of(t=(1, None)),
        text_answer=Result({}),
    ),
)
def absent_rewards() -> Cases:
    """A trial without a verifier result, or with null rewards, is a failed attempt."""
    return _attempts_of(FAIL, PASS, NULL_REWARDS, NO_RESULT, PASS)


@clause(
    "one-reward",
    Source(MODULE, 44, 45, "if len(rewards) != 1:"),
    **seeing_none(0.5),
)
def no_or_several_rewards() -> Cases:
    """A trial with no reward in its rewards, or with several, leaves its group without pass@k."""
    return _with_an_odd_one(*_ONE_OR_NOT)


@clause(
    "reward-name",
    Source(MODULE, 47, 47, "reward_value = next(iter(rewards.values()))"),
    **seeing_some(1.0),
)
def reward_names() -> Cases:
    """The name of the one reward does not matter and may differ between trials."""
    return _attempts_of(*(rewarded(value, name) for name in _REWARD_NAMES for value in (0, 1)))


@clause("binary-rewards", Source(MODULE, 50, 51, "if reward_value not in (0, 1):"))
def binary_rewards() -> tuple[Check, ...]:
    """A reward that does not equal 0 or 1 exactly leaves its group without pass@k."""
    odd = _with_an_odd_one(PASS, FAIL, *map(rewarded, NOT_BINARY))
    between = st.permutations(_BETWEEN).map(
        lambda values: case(trial(rewarded(one), group=JobGroup(f"{one}")) for one in values * 2)
    )
    return (
        Check("rewards-not-binary", odd, **seeing_none(0.5)),
        Check("between", between, effort=0.1),
    )


@clause(
    "number-types",
    Source(MODULE, 50, 51, "if reward_value not in (0, 1):"),
    Source(MODULE, 53, 53, "append(int(reward_value))"),
    **seeing_some(1.0),
)
def binary_numbers() -> Cases:
    """1.0 counts as 1, and 0.0 and -0.0 count as 0."""
    return _attempts_of(*map(rewarded, (0, 1, 1.0, 0.0, -0.0)))
