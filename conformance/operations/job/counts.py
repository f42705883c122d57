"""What is counted and added up over the trials of a job."""

from hypothesis import strategies as st

from conformance.operations.clause import Cases, Check, Erratum, Source, clause, common, rare
from conformance.operations.job import sources
from conformance.operations.job.inputs import (
    GROUPS,
    REWARDS,
    UNLIKE_GROUPS,
    Rewards,
    TrialUsage,
    case_with,
    costing,
    seeing_outcomes,
    stats,
    trial,
    unlike_trials,
)
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
    Source(sources.STATS, 77, 80, "result = cls()"),
    level=_RARE,
    **seeing_outcomes(results=1.0),
    effort=0.41,
)
@drawn(({"adhoc": ["mean"]}, {}, {"adhoc": []}, {"s": ["max", "min"]}), _COUNTS, _COUNTS)
def no_trials(table: dict[str, list[str]], planned: int, retries: int) -> Case:
    """Without trials there are no groups, the usage is null, and the metrics do not matter."""
    return case_with([], table, planned=planned, retries=retries)


def outcomes() -> Cases:
    """Trials with rewards, with an exception, with both and with neither."""
    one = build(trial, REWARDS, exception=_EXCEPTIONS, group=GROUPS)
    return st.builds(case_with, some(one, 1, 5))


@clause(
    "completed-trials",
    Source(sources.STATS, 130, 130, "self.n_completed_trials += 1"),
    Source(sources.JOB, 642, 642, "self._running_trial_ids.discard(trial_name)"),
    check="outcomes",
)
def completed_trials() -> Cases:
    """Every trial that ended counts as completed, with any outcome, and none as running."""
    return outcomes()


@clause("pending-trials", Source(sources.STATS, 122, 124, "self.n_pending_trials = max("))
@drawn(some(REWARDS, 0, 4), _COUNTS)
def planned(ended: list[Rewards], number: int) -> Case:
    """Pending is what remains of the planned trials, and never less than 0."""
    return case_with([trial(rewards) for rewards in ended], planned=number)


@clause(
    "errored-trials",
    Source(sources.STATS, 152, 157, "if trial_result.exception_info is not None:"),
    check="outcomes",
)
def errored_trials() -> Cases:
    """Every trial with an exception counts as errored, in the stats and in its group."""
    return outcomes()


@clause(
    "cancelled-trials",
    Source(sources.JOB, 382, 382, "n_cancelled_trials=len(self._cancelled_trial_ids)"),
    Source(sources.JOB, 366, 370, "def _is_cancelled_result("),
    Source(sources.JOB, 643, 648, "if previous_result is not None and"),
    level=_RARE,
    effort=0.5,
    erratum=Erratum(
        text="spec/000 §3.3",
        says="Each trial with a CancelledError bumps n_cancelled_trials.",
        wheel="That count is replaced by the number of names of cancelled trials.",
        case=case_with([trial({"reward": 1}, name="1", exception=_CANCELLED)] * 2),
        text_answer=stats(
            "a__adhoc",
            {
                "n_trials": 2,
                "n_errors": 2,
                "pass_at_k": {"2": 1.0},
                "reward_stats": {"reward": {"1": ["1", "1"]}},
                "exception_stats": {"CancelledError": ["1", "1"]},
            },
            n_completed_trials=2,
            n_errored_trials=2,
            n_cancelled_trials=2,
            n_retries=1,
        ),
    ),
)
def cancelled_names() -> Cases:
    """Cancelled are the trial names whose last trial has an exception named exactly CancelledError,
    each counted once."""
    exceptions = (_CANCELLED, _CANCELLED, *_LIKE_CANCELLED)
    one = build(trial, exception=exceptions, rewards=REWARDS, name=("", "x", "x", "x"))
    return st.builds(case_with, some(one, 1, 5))


@clause(
    "retries",
    Source(sources.JOB, 419, 419, "self._n_retries += 1"),
    Source(sources.JOB, 751, 751, "n_retries="),
)
def retried() -> Cases:
    """The retries are those of earlier runs and one for each trial whose name has ended before;
    that earlier trial still counts in everything else but the cancelled trials."""
    one = build(trial, name="xyz", exception=(None, _CANCELLED), rewards=REWARDS, group=GROUPS)
    trials = some(one, 1, 5)
    return st.builds(case_with, trials, retries=st.integers(0, 3))


@clause("tokens", Source(sources.STATS, 162, 167, "if n_input is not None:"))
def tokens() -> Cases:
    """Tokens are added kind by kind over all trials, failed ones too, and are null where no trial
    knows them, which 0 is not."""
    usage = build(TrialUsage, *[_TOKENS] * 3, st.none())
    with_usage = build(trial, st.just({"reward": 1}), usage=usage)
    failed = trial(None, exception="E", usage=TrialUsage(7, 2, 1, None))
    one = st.one_of(with_usage, st.just(trial({"reward": 1})), st.just(failed))
    return st.builds(case_with, some(one, 1, 4))


@clause("cost", Source(sources.STATS, 168, 169, "if cost is not None:"))
def cost() -> tuple[Check, ...]:
    """Costs are added to 0.0 one by one in binary64, without the correction of Python's sum."""
    # Costs that round, or that cancel each other.
    costs = some(_COSTS, 2, 8).map(lambda drawn: costing(drawn, {"reward": 1}))
    return (
        Check("costs", costs, effort=1.2),
        Check("costs-of-unlike-trials", unlike_trials(REWARDS, UNLIKE_GROUPS), effort=0.4),
    )
