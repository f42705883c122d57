"""What the stats of a job count, add up and list: over all its trials, and in each group."""

from hypothesis import strategies as st

from conformance.operations import sources
from conformance.operations.clause import Cases, Check, clause, common, rare
from conformance.operations.job import inputs
from conformance.operations.strategies.drawing import build, drawn, some
from conformance.protocol.values import Case

LEVEL = common("marin-community/marin#7789: 300 results, three of them with exceptions")
_RARE = rare("a job that ended without trials, or was cancelled")

_CANCELLED = "CancelledError"
_EXCEPTIONS = (
    None, "AgentTimeoutError", _CANCELLED, "RewardFileNotFoundError", "VerifierTimeoutError",
)  # fmt: skip
_LIKE_CANCELLED = (
    _CANCELLED, None, "TimeoutError", "cancelled", "cancellederror", "CancelledError ",
    "asyncio.CancelledError", "TrialCancelledError", "KeyboardInterrupt", "CanceledError",
)  # fmt: skip
_TOKENS = (0, None, 1, 0, None, 1200, 2**53, 2**53 + 1, 2**63, 10**30, -5)
_COSTS = (None, 0.1, 0.2, 0.3, 1e-6, 0.7, 1e16, -1e16, 1, 0, 0.0, -0.0, 1.875e-5, 0.0123456789)
_COUNTS = st.integers(0, 7)


@clause(
    "no-trials",
    sources.STATS.lines(77, 80),
    level=_RARE,
    **inputs.seeing_outcomes(results=1.0),
    effort=0.41,
)
@drawn(({"adhoc": ["mean"]}, {}, {"adhoc": []}, {"s": ["max", "min"]}), _COUNTS, _COUNTS)
def no_trials(table: dict[str, list[str]], planned: int, retries: int) -> Case:
    """Without trials there are no groups, the usage is null, and the metrics do not matter."""
    return inputs.case_with([], table, planned=planned, retries=retries)


def outcomes() -> Cases:
    """Trials with rewards, with an exception, with both and with neither."""
    one = build(inputs.trial, inputs.REWARDS, exception=_EXCEPTIONS, group=inputs.GROUPS)
    return st.builds(inputs.case_with, some(one, 1, 5))


@clause("completed-trials", sources.STATS.lines(130), sources.JOB.lines(642), check="outcomes")
def completed_trials() -> Cases:
    """Every trial that ended counts as completed, with any outcome, and none as running."""
    return outcomes()


@clause("pending-trials", sources.STATS.lines(122, 124))
@drawn(some(inputs.REWARDS, 0, 4), _COUNTS)
def planned(ended: list[inputs.Rewards], number: int) -> Case:
    """Pending is what remains of the planned trials, and never less than 0."""
    return inputs.case_with([inputs.trial(rewards) for rewards in ended], planned=number)


@clause("errored-trials", sources.STATS.lines(152, 157), check="outcomes")
def errored_trials() -> Cases:
    """Every trial with an exception counts as errored, in the stats and in its group."""
    return outcomes()


@clause(
    "cancelled-trials",
    sources.JOB.lines(382),
    sources.JOB.lines(366, 370),
    sources.JOB.lines(643, 648),
    level=_RARE,
    effort=0.5,
)
def cancelled_names() -> Cases:
    """Cancelled are the trial names whose last trial has an exception named exactly CancelledError,
    each counted once."""
    exceptions = (_CANCELLED, _CANCELLED, *_LIKE_CANCELLED)
    one = build(
        inputs.trial, exception=exceptions, rewards=inputs.REWARDS, name=("", "x", "x", "x")
    )
    return st.builds(inputs.case_with, some(one, 1, 5))


@clause("retries", sources.JOB.lines(419), sources.JOB.lines(751))
def retried() -> Cases:
    """The retries are those of earlier runs and one for each trial whose name has ended before;
    that earlier trial still counts in everything else but the cancelled trials."""
    one = build(
        inputs.trial,
        name="xyz",
        exception=(None, _CANCELLED),
        rewards=inputs.REWARDS,
        group=inputs.GROUPS,
    )
    trials = some(one, 1, 5)
    return st.builds(inputs.case_with, trials, retries=st.integers(0, 3))


@clause("tokens", sources.STATS.lines(162, 167))
def tokens() -> Cases:
    """Tokens are added kind by kind over all trials, failed ones too, and are null where no trial
    knows them, which 0 is not."""
    usage = build(inputs.TrialUsage, *[_TOKENS] * 3, st.none())
    with_usage = build(inputs.trial, st.just({"reward": 1}), usage=usage)
    failed = inputs.trial(None, exception="E", usage=inputs.TrialUsage(7, 2, 1, None))
    one = st.one_of(with_usage, st.just(inputs.trial({"reward": 1})), st.just(failed))
    return st.builds(inputs.case_with, some(one, 1, 4))


@clause("cost", sources.STATS.lines(168, 169))
def cost() -> tuple[Check, ...]:
    """Costs are added to 0.0 one by one in binary64, without the correction of Python's sum."""
    # Costs that round, or that cancel each other.
    costs = some(_COSTS, 2, 8).map(lambda drawn: inputs.costing(drawn, {"reward": 1}))
    return (
        Check("costs", costs, effort=1.2),
        Check(
            "costs-of-unlike-trials",
            inputs.unlike_trials(inputs.REWARDS, inputs.UNLIKE_GROUPS),
            effort=0.4,
        ),
    )


_OF_GROUPS = common(
    "NVIDIA-NeMo/nemo-platform#1792: a trial with a reward of 0.8 and an AgentTimeoutError"
)
_ODD = rare("1 and 1.0, or nan among rewards")

_UNLIKE = (
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


@clause("groups", sources.STATS.lines(140, 141), level=_OF_GROUPS)
@drawn(some(_UNLIKE, 1, 5))
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


@clause("rewarded-trials", sources.STATS.lines(143, 147), effort=0.3, level=_OF_GROUPS)
@drawn(some((*inputs.REWARDS, "null", "null"), 1, 5))
def rewarded(drawn: list[inputs.Rewards | str]) -> Case:
    """A group's n_trials counts the trials whose rewards are not null: those with empty rewards
    too, those without a verifier result not."""
    null: inputs.Trial = {**inputs.trial(None), "verifier_result": {"rewards": None}}
    return inputs.case_with(null if isinstance(one, str) else inputs.trial(one) for one in drawn)


@clause("reward-stats", sources.STATS.lines(148, 150), level=_OF_GROUPS)
def reward_values() -> Cases:
    """A trial is listed under each of its rewards, by name and by value."""
    kept: tuple[inputs.Rewards, ...] = (
        {"reward": 1}, {"reward": 0}, {"reward": 0.5}, {"reward": 1, "a": 0}, {"a": 0, "reward": 1},
        {"a": 1}, {}, None,
    )  # fmt: skip
    return some(kept, 1, 5).map(lambda drawn: inputs.case_with(map(inputs.trial, drawn)))


@clause("equal-rewards", sources.REWARD_LIST, level=_ODD)
@drawn(_EQUAL * 2 + _NEARLY_EQUAL, some((0, 1), 2, 4))
def nearly_equal_values(pair: tuple[inputs.Number, inputs.Number], order: list[int]) -> Case:
    """Rewards that are equal as numbers share a list, which is named after the first of them."""
    # Values that are one number in two types or signs, and some that are nearly so.
    return inputs.values([pair[i] for i in order])


@clause("nan-rewards", sources.REWARD_LIST, level=_ODD, effort=0.6)
@drawn((("reward",), ("a", "b")), some((inputs.NAN, inputs.NAN, 1, inputs.INFINITY), 2, 4))
def nans(keys: tuple[str, ...], each: list[inputs.Number]) -> Case:
    """Each nan of a reward.txt has its own list, so an object may have the key nan twice."""
    return inputs.case_with([inputs.trial(dict.fromkeys(keys, value)) for value in each])


@clause("reward-names", sources.WRITTEN, sources.STATS.lines(20), level=_OF_GROUPS)
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


@clause("exception-stats", sources.STATS.lines(153, 155), level=_OF_GROUPS)
def exceptions() -> Cases:
    """A trial with an exception is listed in its group by the exception's name, unchanged."""
    exception_names = ("E", "F", "constructor", None, "e", "E ")
    one = build(
        inputs.trial, exception=exception_names, group=inputs.GROUPS, rewards=inputs.REWARDS
    )
    return st.builds(inputs.case_with, some(one, 1, 5))


@clause("reward-and-exception", sources.REWARDED_OR_FAILED, level=_OF_GROUPS)
def both() -> Cases:
    """A trial with both rewards and an exception counts as one and as the other."""
    rewards = [{"reward": value} for value in (1, 0, 0.5)]
    one = build(inputs.trial, rewards, exception=("AgentTimeoutError", None, "E", "CancelledError"))
    return st.builds(inputs.case_with, some(one, 1, 4))
