"""What public aggregations of a job's trials do differently."""

from typing import Any

from candidates.reference.job import Job, Stats, cache_tokens, input_tokens
from candidates.reference.job_evals import Evals
from candidates.reference.job_trial import rewards_of
from tools.causes.wrong.making import candidate

Json = Any


# source: runners that keep an errored attempt with a reward as a scored, partial one
# differs: a trial of {"reward": 1} and AgentTimeoutError: its group's n_errors is 0, not 1
@candidate("job")
def rewarded_trials_are_no_errors_of_a_group(case: Json) -> Json:
    """n_errors of a group leaves out the trials with an exception that have rewards."""

    def n_errors(group: Json) -> int:
        return sum(
            trial["exception"] is not None and rewards_of(trial) is None for trial in group.trials
        )

    return Job(stats=Stats(evals=Evals(n_errors=n_errors)))(case)


# source: adapters of usages that report input apart from the cache: `input_tokens + cache_read`
# differs: a trial of 10 input and 4 cache tokens: n_input_tokens is 14, not 10
@candidate("job")
def cache_tokens_are_added_to_input_tokens(case: Json) -> Json:
    """n_input_tokens is the sum of the input tokens and the cache tokens."""

    def n_input_tokens(job: Json) -> int | None:
        total = input_tokens(job)
        return None if total is None else total + (cache_tokens(job) or 0)

    return Job(stats=Stats(n_input_tokens=n_input_tokens))(case)


# source: summaries that first put the results of retried uploads into a dict by id
# differs: two trials named t: n_completed_trials is 1, not 2
@candidate("job")
def a_retried_trial_is_completed_once(case: Json) -> Json:
    """n_completed_trials counts the different names of trials instead of the trials."""
    stats = Stats(n_completed_trials=lambda job: len({one["trial_name"] for one in job["trials"]}))
    return Job(stats=stats)(case)


# source: reports that classify errors and do not list a cancellation among them
# differs: a trial with CancelledError: n_errored_trials is 0, not 1
@candidate("job")
def cancelled_trials_are_not_errored(case: Json) -> Json:
    """n_errored_trials leaves out the trials that were cancelled."""

    def n_errored_trials(job: Json) -> int:
        return sum(trial["exception"] not in (None, "CancelledError") for trial in job["trials"])

    return Job(stats=Stats(n_errored_trials=n_errored_trials))(case)
