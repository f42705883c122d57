"""Mistakes in `job` that public threads report."""

from typing import Any

from candidates.reference.job import (
    Job,
    Stats,
    cache_tokens,
    input_tokens,
    output_tokens,
)
from candidates.reference.job_evals import Evals
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
