"""Mistakes in `job` from a fresh reading of the texts."""

from typing import Any

from candidates.reference.job import Cost, Job, Stats, cache_tokens, input_tokens, output_tokens
from candidates.reference.job_evals import Evals, Metrics
from candidates.reference.job_progress import Computed, Progress
from tools.causes.wrong.making import candidate

Json = Any


# source: one who simplifies: the dataset is at hand, so why cut it out of the key
# differs: a source of "my__set" that has metrics: they are computed, not []
@candidate("job")
def metrics_are_looked_up_by_the_source(case: Json) -> Json:
    """A group's metrics are those of its source, not of the end of its key."""

    def dataset(group: Json) -> str:
        return group.trials[0].get("source") or "adhoc"

    return Job(stats=Stats(evals=Evals(metrics=Metrics(dataset=dataset))))(case)


# source: the words of spec/000 3.3: a trial is either completed or errored
# differs: 2 trials, of which 1 has an exception: n_completed_trials 1, not 2
@candidate("job")
def trial_with_an_exception_is_not_completed(case: Json) -> Json:
    """Completed trials are those that ended without an exception."""

    def completed(case: Json) -> int:
        return sum(trial["exception"] is None for trial in case["trials"])

    return Job(stats=Stats(n_completed_trials=completed))(case)


# source: a reading of spec/000 3.3: a cancelled trial bumps its own count, so no other
# differs: 1 trial with a CancelledError: n_errored_trials 0, not 1
@candidate("job")
def cancelled_trial_is_not_an_error(case: Json) -> Json:
    """A trial with a CancelledError counts as cancelled only, in the job and in its group."""

    def errors(trials: Json) -> int:
        return sum(trial["exception"] not in (None, "CancelledError") for trial in trials)

    evals = Evals(n_errors=lambda group: errors(group.trials))
    stats = Stats(n_errored_trials=lambda case: errors(case["trials"]), evals=evals)
    return Job(stats=stats)(case)


# source: spec/000 3.1: a dataset with no configured metric gets exactly one mean
# differs: metrics {"adhoc": []}: [{"mean": 1.0}], not an error
@candidate("job")
def dataset_without_metrics_gets_the_mean(case: Json) -> Json:
    """The mean is computed where the table has no metrics for a dataset."""

    def compute(names: Json, rewards: Json) -> Json:
        trials = list(rewards)
        return Computed()(names or (("mean",) if trials else ()), trials)

    evals = Evals(metrics=Metrics(compute=compute))
    return Job(progress=Progress(refresh=compute), stats=Stats(evals=evals))(case)


# source: a Go developer: totals are fields of numbers, which start at 0
# differs: no trial with a usage: n_input_tokens 0, not null
@candidate("job")
def totals_that_nobody_knows_are_zero(case: Json) -> Json:
    """Tokens and cost that no trial knows add up to 0 instead of null."""
    stats = Stats(
        n_input_tokens=lambda case: input_tokens(case) or 0,
        n_cache_tokens=lambda case: cache_tokens(case) or 0,
        n_output_tokens=lambda case: output_tokens(case) or 0,
        cost_usd=lambda case: Cost()(case) or 0.0,
    )
    return Job(stats=stats)(case)


# source: one who takes the trial's name for its primary key: a retry replaces its trial
# differs: two trials of one name with rewards 0 and 1: mean 1.0, not 0.5
@candidate("job")
def last_trial_of_a_name_stands_for_all(case: Json) -> Json:
    """The groups hold only the last of several trials with one name."""

    def evals(case: Json) -> Json:
        last = {trial["trial_name"]: trial for trial in case["trials"]}
        of_last: Json = {**case, "trials": [*last.values()]}
        return Evals()(of_last)

    return Job(stats=Stats(evals=evals))(case)
