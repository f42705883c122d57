"""The unseen mistakes in `job`, written without the catalogue."""

import math
from typing import Any

from candidates.reference.harbor_json import Writer, number_text
from candidates.reference.job import Job, Stats, cancelled, pending
from candidates.reference.job_evals import (
    Estimates,
    Evals,
    Metrics,
    RewardStats,
    alike,
    configured,
    exception_stats,
)
from candidates.reference.job_trial import rewards_of
from candidates.reference.multi_step import MultiStep
from candidates.reference.pass_at_k import grouped, task_name
from tools.causes.wrong.making import candidate


# source: Toloka/tolokaforge issue #749: "a retried attempt is counted as an extra sample"
# differs: trial a that ended twice, with 0 and with 1: "pass_at_k": {}, not {"2": 1.0}
@candidate("job")
def retried_trial_is_one_attempt(case: Any) -> Any:
    """For pass@k only the last of the trials of one name is an attempt."""

    def of_last(group: Any) -> Any:
        last = {trial["trial_name"]: trial for trial in group.trials}
        return Estimates()(group._replace(trials=[*last.values()]))

    return Job(stats=Stats(evals=Evals(pass_at_k=of_last)))(case)


# source: public code, a page with the progress of a job, which "separates scored completion from
#   exceptions"
# differs: one trial with AgentTimeoutError and no result: "n_completed_trials": 0, not 1
@candidate("job")
def scored_trials_are_completed(case: Any) -> Any:
    """n_completed_trials counts only the trials whose rewards are not null."""
    scored = lambda one: sum(rewards_of(trial) is not None for trial in one["trials"])  # noqa: E731
    return Job(stats=Stats(n_completed_trials=scored))(case)


# source: laude-institute/terminal-bench-experiments, compute_accuracy.sql: an average for each
#   task, and then of the tasks
# differs: task a with rewards 1 and 1, and task b with 0: "mean": 0.5, not 0.6666666666666666
@candidate("job")
def metrics_are_of_means_of_tasks(case: Any) -> Any:
    """The metrics are computed of one trial for each task, which has the means of its rewards."""

    def metrics(group: Any) -> Any:
        tasks = grouped(group.trials, task_name).values()
        return Metrics()(group._replace(trials=[*map(_mean_trial, tasks)]))

    return Job(stats=Stats(evals=Evals(metrics=metrics)))(case)


def _mean_trial(trials: Any) -> Any:
    """Return a trial with the means of the rewards of several trials, null rewards as 0."""
    steps: list[Any] = [{"rewards": rewards_of(trial)} for trial in trials]
    return trials[0] | {"verifier_result": MultiStep()({"strategy": "mean", "steps": steps})}


# source: public code, a count of valid cells: "an exception with no usage is an infrastructure
#   failure" and "must never be scored"
# differs: trials with 1, and with RuntimeError and no usage: "mean": 1.0, not 0.5
@candidate("job")
def exceptions_without_usage_are_not_scored(case: Any) -> Any:
    """Trials with an exception and without usage are left out; a group of those has no metrics."""

    def metrics(group: Any) -> Any:
        proven = [
            trial
            for trial in group.trials
            if trial["exception"] is None or trial["usage"] is not None
        ]
        return Metrics()(group._replace(trials=proven)) if proven else []

    return Job(stats=Stats(evals=Evals(metrics=metrics)))(case)


# source: a habit of Rust: one serializer for numbers, also where they are the keys of a map
# differs: a reward of 0.00001 in reward_stats: "0.00001", not "1e-05"
@candidate("job")
def keys_are_written_as_values(case: Any) -> Any:
    """A reward that is a key of reward_stats is written as pydantic writes a value."""
    return Job(text=Writer(number_name=number_text))(case)


# source: a habit of Python: {metric.name: metric for metric in metrics}
# differs: metrics mean and mean: "metrics": [{"mean": …}], not two of them
@candidate("job")
def metric_that_is_named_twice_is_computed_once(case: Any) -> Any:
    """A metric that a dataset has several times is computed once."""
    names = lambda table, dataset: [*dict.fromkeys(configured(table, dataset))]  # noqa: E731
    return Job(stats=Stats(evals=Evals(metrics=Metrics(names=names))))(case)


# source: a habit of JavaScript: a Map, for which NaN is one key
# differs: two trials with nan: one list of both under "nan", not one for each
@candidate("job")
def rewards_of_nan_share_a_list(case: Any) -> Any:
    """In reward_stats all rewards of nan share a list."""

    def same(value: Any) -> Any:
        return "nan" if isinstance(value, float) and math.isnan(value) else alike(value)

    return Job(stats=Stats(evals=Evals(reward_stats=RewardStats(alike=same))))(case)


# source: a habit of Python: len(exception_stats)
# differs: two trials with RuntimeError: "n_errors": 1 in their group, not 2
@candidate("job")
def n_errors_counts_the_exceptions_by_name(case: Any) -> Any:
    """The n_errors of a group is the number of different exceptions of its trials."""
    return Job(stats=Stats(evals=Evals(n_errors=lambda group: len(exception_stats(group)))))(case)


# source: another reading of a job that is resumed: what was cancelled is still to be done
# differs: a planned trial with CancelledError: "n_pending_trials": 1, not 0
@candidate("job")
def cancelled_trials_are_pending(case: Any) -> Any:
    """n_pending_trials counts the cancelled trials too."""
    return Job(stats=Stats(n_pending_trials=lambda one: pending(one) + cancelled(one)))(case)
