"""The latest mistakes in `job`, written without the catalogue."""

from collections import Counter
from typing import Any

from candidates.reference.job import Job, Stats, completed, pending, running
from candidates.reference.job_evals import (
    Estimates,
    Evals,
    Metrics,
    RewardStats,
    alike,
    dataset_of,
)
from candidates.reference.job_trial import rewards_of
from candidates.reference.pass_at_k import pass_at_k
from tools.causes.wrong.making import candidate


# source: UKGovernmentBEIS/inspect_ai issue #4412: errored samples are scored, but are in no metric
# differs: trials with 1, and with 0 and AgentTimeoutError: "pass_at_k": {}, not {"2": 1.0}
@candidate("job")
def errored_trials_are_no_attempts(case: Any) -> Any:
    """Trials with an exception are left out of pass@k."""

    def of_the_others(one: Any) -> Any:
        return pass_at_k({"trials": [t for t in one["trials"] if t["exception"] is None]})

    return Job(stats=Stats(evals=Evals(pass_at_k=Estimates(of_the_others))))(case)


# source: a habit of Python: metrics.update(metric.compute(rewards)) in a loop
# differs: metrics mean and max: [{"mean": …, "max": …}], not [{"mean": …}, {"max": …}]
@candidate("job")
def metrics_are_one_object(case: Any) -> Any:
    """The metrics of a group are merged into a single object, if there are any."""

    def merged(group: Any) -> Any:
        found: dict[str, Any] = {}
        for metric in Metrics()(group):
            found |= metric
        return [found] if found else []

    return Job(stats=Stats(evals=Evals(metrics=merged)))(case)


# source: another reading of the stats of an unfinished job: what has not ended still runs
# differs: 3 planned trials of which 1 ended: "n_running_trials": 2 and "n_pending_trials": 0
@candidate("job")
def pending_trials_are_running(case: Any) -> Any:
    """The trials that have not ended are counted as running, and none as pending."""
    return Job(stats=Stats(n_running_trials=pending, n_pending_trials=running))(case)


# source: a habit of Python: if all(usage.values()), or `if None not in usage.values()`
# differs: a trial with 10 input tokens and a null cost: "n_input_tokens": null, not 10
@candidate("job")
def usage_with_a_null_is_not_counted(case: Any) -> Any:
    """The usage of a trial counts only if it has all three token counts and the cost."""

    def whole(trial: Any) -> Any:
        known = trial["usage"] is not None and None not in trial["usage"].values()
        return trial if known else trial | {"usage": None}

    return Job(stats=lambda one: Stats()(one | {"trials": [*map(whole, one["trials"])]}))(case)


# source: a habit of JavaScript: reward.toFixed(2) as the key of a list
# differs: rewards 0.333 and 0.334: listed together under "0.33", not each by itself
@candidate("job")
def reward_stats_have_two_decimals(case: Any) -> Any:
    """The rewards in reward_stats are rounded to two decimals, which share a list if equal."""
    rounded = RewardStats(
        alike=lambda value: alike(round(value, 2)), name=lambda named, _value: round(named, 2)
    )
    return Job(stats=Stats(evals=Evals(reward_stats=rounded)))(case)


# source: a habit of Python: groups[key].append(rewards) of a defaultdict, if there are rewards
# differs: only a trial with AgentTimeoutError and no result: "evals": {}, not one group
@candidate("job")
def group_without_rewards_has_no_stats(case: Any) -> Any:
    """A group none of whose trials has rewards is not in evals."""

    def evals(one: Any) -> Any:
        return {key: group for key, group in Evals()(one).items() if group["n_trials"]}

    return Job(stats=Stats(evals=evals))(case)


# source: another reading of the field's name: how many trials were retried
# differs: trial a that ended three times: "n_retries": 1, not 2
@candidate("job")
def retried_trials_are_counted_once(case: Any) -> Any:
    """n_retries adds one for each name that ended several times, however often it did."""

    def retried(one: Any) -> int:
        counts = Counter(trial["trial_name"] for trial in one["trials"])
        return int(one["n_retries"]) + sum(count > 1 for count in counts.values())

    return Job(stats=Stats(n_retries=retried))(case)


# source: oh-my-dsh/dsh-plugin-upgrade-skill pull request #98: "a scored trial that also records an
#   execution exception keeps its reward"
# differs: RuntimeError with {"reward": 1}: "n_errored_trials": 0, not 1
@candidate("job")
def scored_trial_is_no_error(case: Any) -> Any:
    """A trial with an exception is counted as an error only if it has no rewards."""

    def unscored(trials: Any) -> int:
        return sum(one["exception"] is not None and rewards_of(one) is None for one in trials)

    return Job(
        stats=Stats(
            n_errored_trials=lambda one: unscored(one["trials"]),
            evals=Evals(n_errors=lambda group: unscored(group.trials)),
        )
    )(case)


# source: mutant: metrics.get(source or "adhoc", []) becomes metrics.get(source, [])
# differs: no source, and "metrics": {"adhoc": ["mean"]}: "metrics": [], not [{"mean": …}]
@candidate("job")
def no_source_has_no_metrics(case: Any) -> Any:
    """The metrics of a group whose trials have no source are not computed."""

    def dataset(group: Any) -> str:
        return dataset_of(group) if group.trials[0].get("source") else ""

    return Job(stats=Stats(evals=Evals(metrics=Metrics(dataset=dataset))))(case)


# source: a habit of progress bars: min(done, total)
# differs: 1 planned trial that ended twice: "n_completed_trials": 1, not 2
@candidate("job")
def completed_trials_are_at_most_the_planned(case: Any) -> Any:
    """n_completed_trials is never more than the number of planned trials."""
    bounded = lambda one: min(completed(one), one["n_total_trials"])  # noqa: E731
    return Job(stats=Stats(n_completed_trials=bounded))(case)
