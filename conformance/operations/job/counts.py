"""What is counted and added up over the trials of a job."""

from hypothesis import strategies as st

from conformance.operations.clause import Cases, Check, Source, clause, common, rare
from conformance.operations.job import inputs, sources
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
    Source(sources.STATS, 77, 80),
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


@clause(
    "completed-trials",
    Source(sources.STATS, 130, 130),
    Source(sources.JOB, 642, 642),
    check="outcomes",
)
def completed_trials() -> Cases:
    """Every trial that ended counts as completed, with any outcome, and none as running."""
    return outcomes()


@clause("pending-trials", Source(sources.STATS, 122, 124))
@drawn(some(inputs.REWARDS, 0, 4), _COUNTS)
def planned(ended: list[inputs.Rewards], number: int) -> Case:
    """Pending is what remains of the planned trials, and never less than 0."""
    return inputs.case_with([inputs.trial(rewards) for rewards in ended], planned=number)


@clause("errored-trials", Source(sources.STATS, 152, 157), check="outcomes")
def errored_trials() -> Cases:
    """Every trial with an exception counts as errored, in the stats and in its group."""
    return outcomes()


@clause(
    "cancelled-trials",
    Source(sources.JOB, 382, 382),
    Source(sources.JOB, 366, 370),
    Source(sources.JOB, 643, 648),
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


@clause("retries", Source(sources.JOB, 419, 419), Source(sources.JOB, 751, 751))
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


@clause("tokens", Source(sources.STATS, 162, 167))
def tokens() -> Cases:
    """Tokens are added kind by kind over all trials, failed ones too, and are null where no trial
    knows them, which 0 is not."""
    usage = build(inputs.TrialUsage, *[_TOKENS] * 3, st.none())
    with_usage = build(inputs.trial, st.just({"reward": 1}), usage=usage)
    failed = inputs.trial(None, exception="E", usage=inputs.TrialUsage(7, 2, 1, None))
    one = st.one_of(with_usage, st.just(inputs.trial({"reward": 1})), st.just(failed))
    return st.builds(inputs.case_with, some(one, 1, 4))


@clause("cost", Source(sources.STATS, 168, 169))
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
