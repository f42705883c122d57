"""What a trial's rewards make of it: a success, a failure, or a group without k."""

from hypothesis import strategies as st

from conformance.operations import sources
from conformance.operations.clause import Cases, Check, clause, common
from conformance.operations.job.inputs import JobGroup
from conformance.operations.pass_at_k import inputs
from conformance.operations.strategies.drawing import build, drawn, rows, some
from conformance.protocol.values import Case, Value

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


@clause("other-members", sources.PASS_AT_K.lines(35, 40))
@drawn(rows(2, 8, (inputs.FAIL, inputs.PASS, inputs.NO_RESULT), _EXCEPTIONS, ("t__1", "t__2", "")))
def other_members(drawn: list[tuple[Value, str | None, str]]) -> Case:
    """A trial's exception, name and usage change nothing, and every trial counts."""
    return inputs.case(
        inputs.trial(result, exception=exception, trial_name=name, usage=None)
        for result, exception, name in drawn
    )


def _attempts_of(*results: Value) -> Cases:
    return some(results, 2, 8).map(lambda drawn: inputs.case(map(inputs.trial, drawn)))


def _with_an_odd_one(*odd: Value) -> Cases:
    return build(_odd_one_at, inputs.TWO_OR_MORE, odd, st.integers(0, 5))


def _odd_one_at(counts: inputs.Attempts, odd: Value, place: int) -> Case:
    trials = inputs.attempts(counts)
    trials.insert(place, inputs.trial(odd))
    return inputs.case(trials)


@clause(
    "absent-rewards-fail",
    sources.PASS_AT_K.lines(36, 40),
    sources.PASS_AT_K.lines(41, 43),
    **inputs.seeing_some(1.0),
)
def absent_rewards() -> Cases:
    """A trial without a verifier result, or with null rewards, is a failed attempt."""
    return _attempts_of(
        inputs.FAIL, inputs.PASS, inputs.NULL_REWARDS, inputs.NO_RESULT, inputs.PASS
    )


@clause("one-reward", sources.PASS_AT_K.lines(44, 45), **inputs.seeing_none(0.5))
def no_or_several_rewards() -> Cases:
    """A trial with no reward in its rewards, or with several, leaves its group without pass@k."""
    return _with_an_odd_one(*_ONE_OR_NOT)


@clause("reward-name", sources.PASS_AT_K.lines(47), **inputs.seeing_some(1.0))
def reward_names() -> Cases:
    """The name of the one reward does not matter and may differ between trials."""
    return _attempts_of(
        *(inputs.rewarded(value, name) for name in _REWARD_NAMES for value in (0, 1))
    )


@clause("binary-rewards", sources.PASS_AT_K.lines(50, 51))
def binary_rewards() -> tuple[Check, ...]:
    """A reward that does not equal 0 or 1 exactly leaves its group without pass@k."""
    odd = _with_an_odd_one(inputs.PASS, inputs.FAIL, *map(inputs.rewarded, NOT_BINARY))
    between = st.permutations(_BETWEEN).map(
        lambda values: inputs.case(
            inputs.trial(inputs.rewarded(one), group=JobGroup(f"{one}")) for one in values * 2
        )
    )
    return (
        Check("rewards-not-binary", odd, **inputs.seeing_none(0.5)),
        Check("between", between, effort=0.1),
    )


@clause(
    "number-types",
    sources.PASS_AT_K.lines(50, 51),
    sources.PASS_AT_K.lines(53),
    **inputs.seeing_some(1.0),
)
def binary_numbers() -> Cases:
    """1.0 counts as 1, and 0.0 and -0.0 count as 0."""
    return _attempts_of(*map(inputs.rewarded, (0, 1, 1.0, 0.0, -0.0)))
