"""Ports of `job` with one mistake each."""

import math
from decimal import Decimal, localcontext
from typing import Any

from candidates.reference.harbor_json import Writer, name_of_number
from candidates.reference.job import Cost, Job, Stats, one_by_one, tokens
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


# source: .NET: `value.ToString(CultureInfo.InvariantCulture)` of the double 1.0 is "1"
# differs: one trial of reward 1.0: reward_stats has "reward": {"1": …}, not {"1.0": …}
@candidate("job")
def whole_rewards_are_named_without_a_point(case: Json) -> Json:
    """A reward that is a whole float names its list in reward_stats without the ".0", as in "1"."""
    text = Writer(number_name=lambda value: name_of_number(value).removesuffix(".0"))
    return Job(text=text)(case)


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


# source: Java: costs as `BigDecimal.valueOf(cost)`, since money is not to be a double
# differs: costs of 0.1 and 0.2: "cost_usd": 0.3, not 0.30000000000000004
@candidate("job")
def costs_are_added_as_decimals(case: Json) -> Json:
    """Finite costs are added exactly, as their shortest decimals, and only their sum is rounded."""

    def add(costs: Json) -> float:
        if not all(map(math.isfinite, costs)):
            return one_by_one(costs)
        with localcontext(prec=2000):
            return float(sum((Decimal(repr(cost)) for cost in costs), Decimal(0)))

    return Job(stats=Stats(cost_usd=Cost(add=add)))(case)


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
