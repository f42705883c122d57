"""Candidates of `job` with one mistake each."""

from typing import Any

from candidates.reference.job import Cost, Job, Stats, usages
from candidates.reference.job_evals import Evals
from tools.causes.wrong.making import candidate

Json = Any


# source: ridgesai/ridges PR #242: finished and errored runs are counted apart, and make up
#   the total together
# differs: one trial with an exception: n_completed_trials is 0, not 1
@candidate("job")
def errored_trials_are_not_completed(case: Json) -> Json:
    """The number of completed trials leaves out those with an exception.

    It should count all trials that ended.
    """

    def completed(job: Json) -> Json:
        return sum(trial["exception"] is None for trial in job["trials"])

    return Job(stats=Stats(n_completed_trials=completed))(case)


# source: jon-devlapaz/tink-skills issue #7: the cost of a benchmark begins with 0.0 and is added to
#   only where there is one
# differs: one trial without usage: cost_usd is 0.0, not null
@candidate("job")
def an_unknown_cost_is_zero(case: Json) -> Json:
    """The cost of a job is 0.0 where no trial knows its own.

    It should be null.
    """
    cost = Cost()

    def known(job: Json) -> Json:
        found = cost(job)
        return 0.0 if found is None else found

    return Job(stats=Stats(cost_usd=known))(case)


# source: nearai/ironclaw PR #5976: cached tokens, which the input tokens contain, are added to them
# differs: 10 input tokens, 4 of them cached: n_input_tokens is 14, not 10
@candidate("job")
def cached_tokens_are_added_to_the_input(case: Json) -> Json:
    """The input tokens of a job have the cached tokens of the same trial added.

    Only trials that know their input tokens count; unknown cached tokens are 0.
    """

    def tokens(job: Json) -> Json:
        counts = [
            usage["n_input_tokens"] + (usage["n_cache_tokens"] or 0)
            for usage in usages(job)
            if usage["n_input_tokens"] is not None
        ]
        return sum(counts) if counts else None

    return Job(stats=Stats(n_input_tokens=tokens))(case)


# source: strands-rl/strands-env PR #175: samples without a reward are kept and counted as samples
# differs: one trial without a verifier result: n_trials of its group is 0, not 1
@candidate("job")
def a_group_counts_trials_without_rewards(case: Json) -> Json:
    """The n_trials of a group counts all its trials.

    It should count only those whose rewards are not null.
    """
    return Job(stats=Stats(evals=Evals(n_trials=lambda group: len(group.trials))))(case)


# source: cli/cli, pkg/cmd/pr/checks/aggregate.go: of repeated runs of one check only the most
#   recent is counted
# differs: a trial with an exception and then one of its name without: n_errored_trials is 0, not 1
@candidate("job")
def only_the_last_run_of_a_name_is_errored(case: Json) -> Json:
    """The job's errored trials are the names whose last trial has an exception.

    All trials with an exception should count, retried ones too. The groups' n_errors is right.
    """

    def errored(job: Json) -> Json:
        last = {trial["trial_name"]: trial["exception"] for trial in job["trials"]}
        return sum(exception is not None for exception in last.values())

    return Job(stats=Stats(n_errored_trials=errored))(case)
