"""Mistakes in `job` that public threads report."""

from typing import Any

from candidates.reference.job import (
    Cost,
    Job,
    Stats,
    cache_tokens,
    input_tokens,
    output_tokens,
)
from candidates.reference.job_evals import Evals, Metrics
from tools.causes.wrong.making import candidate

Json = Any


# source: openai/frontier-evals pull 148: the counters of tokens start from 1
# differs: one trial with 10 input tokens: n_input_tokens is 11, not 10
@candidate("job")
def totals_of_tokens_start_from_one(case: Json) -> Json:
    """Each total of tokens that is known is one token too high."""

    def one_more(total: Json) -> Json:
        return None if total is None else total + 1

    stats = Stats(
        n_input_tokens=lambda of: one_more(input_tokens(of)),
        n_cache_tokens=lambda of: one_more(cache_tokens(of)),
        n_output_tokens=lambda of: one_more(output_tokens(of)),
    )
    return Job(stats=stats)(case)


# source: curie-eng/curie issue 854: a case that ends in a failure reports no cost
# differs: one trial with an exception and a cost of 0.5: cost_usd is null, not 0.5
@candidate("job")
def cost_of_failed_trials_is_not_counted(case: Json) -> Json:
    """The cost of trials with an exception is left out of the job's cost."""

    def cost(of: Json) -> Json:
        kept: Json = {**of, "trials": [t for t in of["trials"] if t["exception"] is None]}
        return Cost()(kept)

    return Job(stats=Stats(cost_usd=cost))(case)


# source: a pull request to a runner's usage rollup: it is undefined where its values are zero
# differs: one trial with a cost of 0: cost_usd is null, not 0.0
@candidate("job")
def cost_of_zero_is_unknown(case: Json) -> Json:
    """A job whose cost adds up to zero reports no cost."""
    return Job(stats=Stats(cost_usd=lambda of: Cost()(of) or None))(case)


# source: a review of sii-system/agent-fleet pull 125: completed and errored should be disjoint
# differs: two trials, one with an exception: n_completed_trials is 1, not 2
@candidate("job")
def trials_with_an_exception_are_not_completed(case: Json) -> Json:
    """Trials with an exception are not counted among the completed trials."""

    def completed(of: Json) -> Json:
        return sum(trial["exception"] is None for trial in of["trials"])

    return Job(stats=Stats(n_completed_trials=completed))(case)


# source: ethyca/fides pull 3688: a name with two underscores has to be kept whole
# differs: source "a__b" with the metric mean: one metric, not none
@candidate("job")
def dataset_with_two_underscores_is_kept_whole(case: Json) -> Json:
    """A group's metrics are those of its source, even if two underscores are in its name."""

    def dataset(group: Json) -> Json:
        return group.trials[0].get("source") or "adhoc"

    return Job(stats=Stats(evals=Evals(metrics=Metrics(dataset=dataset))))(case)


# source: NVIDIA-NeMo/nemo-platform pull 1310: errors are rolled up by task instead of by trial
# differs: trial "t__1" of task "t" with ValueError: its list has "t", not "t__1"
@candidate("job")
def exceptions_list_the_names_of_tasks(case: Json) -> Json:
    """The list of an exception has the names of the tasks instead of those of the trials."""

    def exception_stats(group: Json) -> Json:
        lists: dict[str, list[str]] = {}
        for trial in group.trials:
            if trial["exception"] is not None:
                lists.setdefault(trial["exception"], []).append(trial["task_name"])
        return lists

    return Job(stats=Stats(evals=Evals(exception_stats=exception_stats)))(case)
