"""Candidates of `job` with one mistake each, from bug trackers."""

from typing import Any

from candidates.reference.job import (
    Cost,
    Job,
    Stats,
    cache_tokens,
    input_tokens,
)
from tools.causes.wrong.making import candidate

Json = Any


# source: QwenLM/qwen-code PR #7784: a total cost of 0 is taken for an unknown one
# differs: one trial with the cost 0.0: "cost_usd" is null, not 0.0
@candidate("job")
def a_cost_of_zero_is_null(case: Json) -> Json:
    """The job's cost_usd is null where the costs add up to 0."""

    def cost(of: Json) -> Json:
        return Cost()(of) or None

    return Job(stats=Stats(cost_usd=cost))(case)


# source: patlux/pi-commandcode-provider issue #30: cached input tokens are counted twice
# differs: 10 input tokens, 4 of them from the cache: "n_input_tokens" is 14, not 10
@candidate("job")
def cache_tokens_are_added_to_input_tokens(case: Json) -> Json:
    """The job's n_input_tokens is the sum of its input tokens and its cache tokens.

    It stays null where no trial knows its input tokens.
    """

    def tokens(of: Json) -> Json:
        total: Json = input_tokens(of)
        cached: Json = cache_tokens(of)
        return total if total is None or cached is None else total + cached

    return Job(stats=Stats(n_input_tokens=tokens))(case)


# source: kirubarajan/roft issue #11: the number of remaining tasks goes below zero
# differs: two trials where one was planned: "n_pending_trials" is -1, not 0
@candidate("job")
def pending_trials_go_below_zero(case: Json) -> Json:
    """The job's n_pending_trials is negative where more trials ended than were planned."""

    def pending(of: Json) -> Json:
        return of["n_total_trials"] - len(of["trials"])

    return Job(stats=Stats(n_pending_trials=pending))(case)


# source: microsoft/playwright issue #15610: failed runs of tests that pass when they are rerun
#   count as failures
# differs: a trial with an exception, then one of the same name without: "n_errored_trials" is 0,
#   not 1
@candidate("job")
def only_last_trials_are_errored(case: Json) -> Json:
    """The job's n_errored_trials counts the names whose last trial has an exception.

    It should count every trial with one, retried or not. The n_errors of a group still does.
    """

    def errored(of: Json) -> Json:
        last = {trial["trial_name"]: trial["exception"] for trial in of["trials"]}
        return sum(exception is not None for exception in last.values())

    return Job(stats=Stats(n_errored_trials=errored))(case)


# source: mlrun/mlrun PR #861: aborted jobs are missing from the counter of failed jobs
# differs: one trial with CancelledError: "n_errored_trials" is 0, not 1
@candidate("job")
def cancelled_trials_are_not_errored(case: Json) -> Json:
    """The job's n_errored_trials leaves out the trials whose exception is CancelledError.

    The n_errors of their group still counts them.
    """

    def errored(of: Json) -> Json:
        return sum(trial["exception"] not in (None, "CancelledError") for trial in of["trials"])

    return Job(stats=Stats(n_errored_trials=errored))(case)
