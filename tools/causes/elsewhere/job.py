"""Ports of `job` with one mistake each."""

from typing import Any

from candidates.reference.job import Cost, Job, Stats, usages
from tools.causes.wrong.making import candidate

Json = Any


# source: skillberry-ai/cap-evolve issue #277 and n-orlov/ralphd issue #10: an unknown cost is
#   collapsed to 0.0
# differs: a trial without usage: "cost_usd": 0.0, not null
@candidate("job")
def an_unknown_cost_is_zero(case: Json) -> Json:
    """The cost of a job is 0.0, not null, where no trial knows its own."""

    def cost(job: Json) -> Json:
        known = Cost()(job)
        return 0.0 if known is None else known

    return Job(stats=Stats(cost_usd=cost))(case)


# source: ProcessMaker/processmaker issue #1994: only what ended without cancellation or error is
#   to count as completed
# differs: one trial with an exception: "n_completed_trials": 0, not 1
@candidate("job")
def a_failed_trial_is_not_completed(case: Json) -> Json:
    """The completed trials are those without an exception, not all that ended."""

    def completed(job: Json) -> int:
        return sum(trial["exception"] is None for trial in job["trials"])

    return Job(stats=Stats(n_completed_trials=completed))(case)


# source: kirubarajan/roft issue #11: the number of remaining tasks goes below zero
# differs: no planned trials and one that ended: "n_pending_trials": -1, not 0
@candidate("job")
def the_pending_trials_go_below_zero(case: Json) -> Json:
    """The pending trials are the planned less the ended ones, even if that is less than 0."""

    def pending(job: Json) -> int:
        return int(job["n_total_trials"]) - len(job["trials"])

    return Job(stats=Stats(n_pending_trials=pending))(case)


# source: wp-erp/wp-erp PR #1587: a summary counts the final outcome of a retried test, not the
#   status of each attempt
# differs: a trial that fails and is retried well: "n_errored_trials": 0, not 1
@candidate("job")
def a_retried_trial_errs_only_by_its_last_attempt(case: Json) -> Json:
    """The errored trials of the job are the names whose last attempt has an exception.

    The errors of each group still count all attempts.
    """

    def errored(job: Json) -> int:
        last = {trial["trial_name"]: trial["exception"] for trial in job["trials"]}
        return sum(exception is not None for exception in last.values())

    return Job(stats=Stats(n_errored_trials=errored))(case)


# source: langfuse/langfuse issue #12306: cached tokens are added to input tokens that include them
# differs: 10 input tokens, 4 of them cached: "n_input_tokens": 14, not 10
@candidate("job")
def cached_tokens_count_twice(case: Json) -> Json:
    """The input tokens of a job include the cached ones once more.

    Cached tokens of a trial whose input tokens are not known are not added.
    """

    def input_tokens(job: Json) -> Json:
        counts = [
            usage["n_input_tokens"] + (usage["n_cache_tokens"] or 0)
            for usage in usages(job)
            if usage["n_input_tokens"] is not None
        ]
        return sum(counts) if counts else None

    return Job(stats=Stats(n_input_tokens=input_tokens))(case)
