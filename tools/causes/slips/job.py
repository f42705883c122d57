"""Slips in `job`."""

from typing import Any

from candidates.reference.harbor_json import Members
from candidates.reference.job import Job, Stats, one_by_one, retries, usages
from candidates.reference.job_evals import Evals, Metrics, RewardStats, errors, exception_stats
from candidates.reference.job_trial import rewards_of
from tools.causes.wrong.making import candidate

Json = Any


# source: a forgotten comma: `in ("CancelledError")` looks for a part of a text
# differs: a trial with the exception "Error": n_cancelled_trials 1, not 0
@candidate("job")
def exception_is_looked_for_within_the_word_cancelled_error(case: Json) -> Json:
    """A trial is cancelled if the name of its exception is any part of CancelledError."""

    def cancelled(job: Json) -> int:
        last = {trial["trial_name"]: trial["exception"] for trial in job["trials"]}
        return sum(name is not None and name in "CancelledError" for name in last.values())

    return Job(stats=Stats(n_cancelled_trials=cancelled))(case)


# source: copy and paste: the condition of the neighbouring count is left as it was
# differs: a usage of 5 output tokens and null cache tokens: n_output_tokens null, not 5
@candidate("job")
def output_tokens_are_added_where_cache_tokens_are_known(case: Json) -> Json:
    """Output tokens are added, null as 0, over the trials whose cache tokens are not null."""

    def tokens(job: Json) -> int | None:
        known = [usage for usage in usages(job) if usage["n_cache_tokens"] is not None]
        return sum(usage["n_output_tokens"] or 0 for usage in known) if known else None

    return Job(stats=Stats(n_output_tokens=tokens))(case)


# source: truthiness: `if cost` where `if cost is not None` is meant
# differs: a single trial with the cost 0.0: cost_usd null, not 0.0
@candidate("job")
def costs_of_zero_are_not_known(case: Json) -> Json:
    """A trial whose cost is 0 counts as one whose cost is not known."""

    def cost(job: Json) -> float | None:
        costs = [float(cost) for usage in usages(job) if (cost := usage["cost_usd"])]
        return one_by_one(costs) if costs else None

    return Job(stats=Stats(cost_usd=cost))(case)


# source: elif where a second if is meant
# differs: a trial with rewards and the exception "E": n_errors 0 and no E listed, not 1 and E
@candidate("job")
def exception_is_asked_for_only_where_there_are_no_rewards(case: Json) -> Json:
    """In the stats of its group, a trial that has rewards has no exception."""

    def without(group: Json) -> Json:
        return group._replace(trials=[one for one in group.trials if rewards_of(one) is None])

    evals = Evals(
        n_errors=lambda group: errors(without(group)),
        exception_stats=lambda group: exception_stats(without(group)),
    )
    return Job(stats=Stats(evals=evals))(case)


# source: a wrong index: the second part of the key instead of the last
# differs: agent a, model m, metrics {"adhoc": ["mean"]}, reward 1: no metrics, not [{"mean": 1.0}]
@candidate("job")
def dataset_is_the_second_part_of_the_key(case: Json) -> Json:
    """The metrics of a group are those of the second part of its key, not of the last."""
    metrics = Metrics(dataset=lambda group: group.key.split("__")[1])
    return Job(stats=Stats(evals=Evals(metrics=metrics)))(case)


# source: = where += is meant
# differs: n_retries 2 and one trial that ended twice: n_retries 1, not 3
@candidate("job")
def earlier_retries_are_overwritten(case: Json) -> Json:
    """Wherever a trial ends again, the earlier retries are lost from the number of retries."""

    def again(job: Json) -> int:
        without_earlier: Json = {**job, "n_retries": 0}
        return retries(without_earlier) or retries(job)

    return Job(stats=Stats(n_retries=again))(case)


# source: a key that is overwritten: stats[name][value] = [trial] instead of an append
# differs: trials t and u with the reward 1: the list ["u"] for 1, not ["t", "u"]
@candidate("job")
def list_of_a_reward_is_made_anew_by_each_trial(case: Json) -> Json:
    """The list of a reward's trials holds only the last of them."""

    def stats(group: Json) -> Json:
        def last(by_value: Json) -> Members:
            return Members([(value, names[-1:]) for value, names in by_value.pairs])

        return {name: last(by_value) for name, by_value in RewardStats()(group).items()}

    return Job(stats=Stats(evals=Evals(reward_stats=stats)))(case)
