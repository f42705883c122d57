"""Held-out mistakes in `job`."""

from typing import Any

from candidates.reference.job import (
    Job,
    Stats,
    errored,
    usages,
)
from candidates.reference.job_evals import (
    Evals,
    RewardStats,
    alike,
    errors,
)
from tools.causes.wrong.making import candidate

_CANCELLED = "CancelledError"


# source: another reading of the counters: a trial that was cancelled is counted as that alone
# differs: one trial with CancelledError: "n_errored_trials": 0, not 1
@candidate("job")
def cancelled_trials_are_not_errored(case: Any) -> Any:
    """n_errored_trials and the n_errors of a group do not count trials with CancelledError."""

    def others(trials: Any) -> Any:
        return [trial for trial in trials if trial["exception"] != _CANCELLED]

    def n_errors(group: Any) -> int:
        return errors(group._replace(trials=others(group.trials)))

    def n_errored(one: Any) -> int:
        return errored(one | {"trials": others(one["trials"])})

    return Job(stats=Stats(n_errored_trials=n_errored, evals=Evals(n_errors=n_errors)))(case)


# source: agentforce314/clawcodex pull request #786: input tokens are those that missed the cache
# differs: a trial with 100 input and 40 cache tokens: "n_input_tokens": 60, not 100
@candidate("job")
def input_tokens_are_without_those_of_the_cache(case: Any) -> Any:
    """The cache tokens of a trial are taken from its input tokens before these are added."""

    def fresh(one: Any) -> Any:
        counts = [
            usage["n_input_tokens"] - (usage["n_cache_tokens"] or 0)
            for usage in usages(one)
            if usage["n_input_tokens"] is not None
        ]
        return sum(counts) if counts else None

    return Job(stats=Stats(n_input_tokens=fresh))(case)


# source: a habit of languages without numbers as keys: stats[str(value)].append(name)
# differs: trials with 1 and with 1.0: lists "1" and "1.0", not one list of both
@candidate("job")
def rewards_are_listed_by_their_text(case: Any) -> Any:
    """In reward_stats equal rewards share a list only if their text is the same."""

    def by_text(value: Any) -> Any:
        return (str(value), alike(value))

    return Job(stats=Stats(evals=Evals(reward_stats=RewardStats(alike=by_text))))(case)


# source: another reading of retries: a trial that is run again is still one trial
# differs: of two planned trials one ended twice: 1 completed and 1 pending, not 2 and 0
@candidate("job")
def trials_are_counted_by_name(case: Any) -> Any:
    """n_completed_trials counts names once, and n_pending_trials what is left of the planned."""

    def completed(one: Any) -> int:
        return len({trial["trial_name"] for trial in one["trials"]})

    def pending(one: Any) -> Any:
        return max(one["n_total_trials"] - completed(one), 0)

    stats = Stats(n_completed_trials=completed, n_pending_trials=pending)
    return Job(stats=stats)(case)
