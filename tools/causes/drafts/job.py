"""Ports of `job` with one mistake each."""

from collections.abc import Callable, Hashable
from typing import Any

from candidates.reference.job import Cost, Job, Stats, cache_tokens, input_tokens, output_tokens
from candidates.reference.job_evals import Evals, Group, Metrics, RewardStats, alike
from candidates.reference.job_trial import JobInput, Number
from tools.causes.wrong.making import candidate

Json = Any


# source: spec/000 §3.3: "source or "adhoc" is the dataset name when no source"; a port looks the
#   metrics up by it and does not take the key apart again
# differs: source "x__s", metrics of "x__s" only: its mean, not no metrics
@candidate("job")
def metrics_are_looked_up_by_source(case: Json) -> Json:
    """The metrics of a group at the end are those of the source of its first trial.

    They should be those of what follows the last two underscores of the group's key.
    """

    def dataset(group: Group) -> str:
        return group.trials[0].get("source") or "adhoc"

    return Job(stats=Stats(evals=Evals(metrics=Metrics(dataset=dataset))))(case)


# source: spec/000 §3.3: "CancelledError also bumps n_cancelled_trials"
# differs: a trial cancelled twice under one name: 2 cancelled trials, not 1
@candidate("job")
def each_cancelled_trial_counts(case: Json) -> Json:
    """The number of cancelled trials counts each trial with a CancelledError.

    It should count a name only by its last trial.
    """

    def cancelled(job: JobInput) -> int:
        return sum(trial["exception"] == "CancelledError" for trial in job["trials"])

    return Job(stats=Stats(n_cancelled_trials=cancelled))(case)


# source: Java: mapToLong(...).sum() over no values is 0; spec/000 §3.3 only says "token totals"
# differs: trials without usage: "n_input_tokens": 0, not null
@candidate("job")
def unknown_tokens_are_zero(case: Json) -> Json:
    """A number of tokens, and the cost, is 0 where no trial knows it; it should be null."""

    def or_zero(member: Callable[[JobInput], Json], zero: Number) -> Callable[[JobInput], Json]:
        def count(job: JobInput) -> Json:
            known = member(job)
            return zero if known is None else known

        return count

    return Job(
        stats=Stats(
            n_input_tokens=or_zero(input_tokens, 0),
            n_cache_tokens=or_zero(cache_tokens, 0),
            n_output_tokens=or_zero(output_tokens, 0),
            cost_usd=or_zero(Cost(), 0.0),
        )
    )(case)


# source: Java: Integer.equals(Double) is false, so a Map<Number, List> has 1 and 1.0 as two keys
# differs: rewards 1 and 1.0: "1": ["t1"], "1.0": ["t2"], not "1": ["t1", "t2"]
@candidate("job")
def integers_and_floats_have_lists_of_their_own(case: Json) -> Json:
    """In reward_stats an integer and a float that are equal have two lists, not one."""

    def typed(value: Number) -> Hashable:
        return isinstance(value, float), alike(value)

    return Job(stats=Stats(evals=Evals(reward_stats=RewardStats(alike=typed))))(case)


# source: spec/000 §3.3 names n_total_trials and n_completed_trials; a port subtracts them
# differs: 1 planned and 2 ended trials: "n_pending_trials": -1, not 0
@candidate("job")
def pending_trials_may_be_negative(case: Json) -> Json:
    """Where more trials ended than were planned, n_pending_trials is negative, not 0."""

    def pending(job: JobInput) -> int:
        return job["n_total_trials"] - len(job["trials"])

    return Job(stats=Stats(n_pending_trials=pending))(case)
