"""The groups of a job: what is counted in them, and which trials are listed under what."""

from hypothesis import strategies as st

from conformance.operations.clause import Cases, Source, clause, common, rare
from conformance.operations.job import inputs, sources
from conformance.operations.strategies.drawing import build, drawn, some
from conformance.protocol.values import Case

LEVEL = common(
    "NVIDIA-NeMo/nemo-platform#1792: a trial with a reward of 0.8 and an AgentTimeoutError"
)
_RARE = rare("1 and 1.0, or nan among rewards")

_GROUPS = (
    inputs.JobGroup(), inputs.JobGroup("b"), inputs.JobGroup("a", "m"), inputs.JobGroup("a", ""),
    inputs.JobGroup("a", None, "s"), inputs.JobGroup("a", None, ""), inputs.JobGroup("a", "m", "s"),
    inputs.JobGroup("a__m", None, "s"), inputs.JobGroup("", "m", "s"),
    inputs.JobGroup("a", "m__s", None), inputs.JobGroup("\u00e9", "org/m-1.5", "t@2.0"),
    inputs.JobGroup("mine:Agent", "org/m:free@1", "s"),
)  # fmt: skip

_EQUAL = (
    (1, 1.0), (0, 0.0), (0, -0.0), (0.0, -0.0), (2**53, 2.0**53), (10**22, 1e22), (2**63, 2.0**63),
    (-(2**63), -(2.0**63)), (2**64, 2.0**64), (-1, -1.0),
)  # fmt: skip

_NEARLY_EQUAL = (
    (2**53, 2**53 + 1), (2.0**53, 2**53 + 1), (2**63 - 1, 2.0**63), (10**23, 1e23),
    (0.1 + 0.2, 0.3), (10**16 + 1, 1e16), (2**64, 2**64 + 1), (1, 1.0000000000000002),
    (0.0, 5e-324), (inputs.INFINITY, -inputs.INFINITY), (inputs.INFINITY, 1.7976931348623157e308),
)  # fmt: skip


@clause("groups", Source(sources.STATS, 140, 141))
@drawn(some(_GROUPS, 1, 5))
def groups(of: list[inputs.JobGroup]) -> Case:
    """There is a group for each agent, model and source, named as in pass@k and in the order of
    their first trials."""
    trials = [
        inputs.trial(
            {"reward": number % 2}, group=group, usage=inputs.TrialUsage(n_input_tokens=number)
        )
        for number, group in enumerate(of)
    ]
    return inputs.case_with(trials, {name: ["mean"] for name in ("adhoc", "s", "t@2.0")})


@clause("rewarded-trials", Source(sources.STATS, 143, 147), effort=0.3)
@drawn(some((*inputs.REWARDS, "null", "null"), 1, 5))
def rewarded(drawn: list[inputs.Rewards | str]) -> Case:
    """A group's n_trials counts the trials whose rewards are not null: those with empty rewards
    too, those without a verifier result not."""
    null: inputs.Trial = {**inputs.trial(None), "verifier_result": {"rewards": None}}
    return inputs.case_with(null if isinstance(one, str) else inputs.trial(one) for one in drawn)


@clause("reward-stats", Source(sources.STATS, 148, 150))
def reward_values() -> Cases:
    """A trial is listed under each of its rewards, by name and by value."""
    kept: tuple[inputs.Rewards, ...] = (
        {"reward": 1}, {"reward": 0}, {"reward": 0.5}, {"reward": 1, "a": 0}, {"a": 0, "reward": 1},
        {"a": 1}, {}, None,
    )  # fmt: skip
    return some(kept, 1, 5).map(lambda drawn: inputs.case_with(map(inputs.trial, drawn)))


@clause("equal-rewards", sources.REWARD_LIST, level=_RARE)
@drawn(_EQUAL * 2 + _NEARLY_EQUAL, some((0, 1), 2, 4))
def nearly_equal_values(pair: tuple[inputs.Number, inputs.Number], order: list[int]) -> Case:
    """Rewards that are equal as numbers share a list, which is named after the first of them."""
    # Values that are one number in two types or signs, and some that are nearly so.
    return inputs.values([pair[i] for i in order])


@clause("nan-rewards", sources.REWARD_LIST, level=_RARE, effort=0.6)
@drawn((("reward",), ("a", "b")), some((inputs.NAN, inputs.NAN, 1, inputs.INFINITY), 2, 4))
def nans(keys: tuple[str, ...], each: list[inputs.Number]) -> Case:
    """Each nan of a reward.txt has its own list, so an object may have the key nan twice."""
    return inputs.case_with([inputs.trial(dict.fromkeys(keys, value)) for value in each])


@clause("reward-names", sources.WRITTEN, Source(sources.STATS, 20, 20))
@drawn(
    some(
        (*inputs.EDGES, inputs.INFINITY, -inputs.INFINITY, 0, 1, -1, 2**53 + 1, 10**22, -(10**30)),
        1,
        3,
    )
)
def value_names(chosen: list[inputs.Number]) -> Case:
    """A value's list is named by what Python's str makes of the number: 1, 1.0, 1e-05, 1e+16,
    inf."""
    return inputs.values(chosen, ["max"])


@clause("exception-stats", Source(sources.STATS, 153, 155))
def exceptions() -> Cases:
    """A trial with an exception is listed in its group by the exception's name, unchanged."""
    exceptions = ("E", "F", "constructor", None, "e", "E ")
    one = build(inputs.trial, exception=exceptions, group=inputs.GROUPS, rewards=inputs.REWARDS)
    return st.builds(inputs.case_with, some(one, 1, 5))


@clause("reward-and-exception", sources.REWARDED_OR_FAILED)
def both() -> Cases:
    """A trial with both rewards and an exception counts as one and as the other."""
    rewards = [{"reward": value} for value in (1, 0, 0.5)]
    one = build(inputs.trial, rewards, exception=("AgentTimeoutError", None, "E", "CancelledError"))
    return st.builds(inputs.case_with, some(one, 1, 4))
