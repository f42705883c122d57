"""Ports of `job` with one mistake each."""

from typing import Any

from candidates.reference.job import Job, Stats, tokens
from candidates.reference.job_evals import Evals, Metrics, exception_stats
from tools.causes.wrong.making import candidate

Json = Any


# source: TypeScript: `n_input_tokens: sum || null`, where 0 is falsy
# differs: one trial whose cache tokens are 0: "n_cache_tokens": null, not 0
@candidate("job")
def token_sums_of_zero_are_null(case: Json) -> Json:
    """A sum of input, cache or output tokens that is 0 is written as null."""

    def of(name: Json) -> Json:
        return lambda job: tokens(job, name) or None

    stats = Stats(
        n_input_tokens=of("n_input_tokens"),
        n_cache_tokens=of("n_cache_tokens"),
        n_output_tokens=of("n_output_tokens"),
    )
    return Job(stats=stats)(case)


# source: Java: `key.substring(key.lastIndexOf("__") + 2)` (as Rust's `rsplit`), which search from
#   the right
# differs: agent a, source _t, whose metric is mean: "metrics": [], not [{"mean": 1.0}]
@candidate("job")
def the_dataset_is_cut_from_the_right(case: Json) -> Json:
    """A group's dataset is what follows the last "__" found from the right.

    Of three underscores it gets none.
    """
    metrics = Metrics(dataset=lambda group: group.key.rsplit("__", 1)[-1])
    return Job(stats=Stats(evals=Evals(metrics=metrics)))(case)


# source: Java: `Map<String, LinkedHashSet<String>>`: names of trials are thought to be unique, and
#   retried ones are not
# differs: a trial that fails twice with E: "E": ["t1"], not ["t1", "t1"]
@candidate("job")
def exception_stats_have_each_name_once(case: Json) -> Json:
    """A list of exception_stats has the name of a trial once.

    It does so even if trials of that name had the exception again.
    """

    def sets(group: Json) -> Json:
        return {kind: list(dict.fromkeys(names)) for kind, names in exception_stats(group).items()}

    return Job(stats=Stats(evals=Evals(exception_stats=sets)))(case)
