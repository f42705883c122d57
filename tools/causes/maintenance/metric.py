"""Changes to a `metric` that worked, each of which broke one thing."""

from typing import Any

from candidates.reference.metric import Metric, keep_first, metric, reward_names
from candidates.reference.summation import total
from tools.causes.wrong.making import candidate

Json = Any


# source: commit "mean: divide before adding, so that large rewards do not overflow to inf"
# differs: mean of 1e308 and 1e308: 1e308, not inf
@candidate("metric")
def a_mean_adds_values_that_are_divided_already(case: Json) -> Json:
    """A mean is the sum of value / count of each value, so each value is rounded before the sum.

    The sum should be divided, once. The mean of integers, too, is a sum of binary64s, and an
    integer whose share is beyond binary64 is an OverflowError. The mean of no trials is a
    ZeroDivisionError, as it should be.
    """

    def mean(values: Json, add: Json) -> Json:
        if not values:
            raise ZeroDivisionError
        return add([value / len(values) for value in values])

    return Metric(mean=mean)(case)


# source: commit "filter null rewards once, at the top": the check of the names' loop is reused
# differs: mean of {"a": 1} and null: {"mean": 1.0}, not {"mean": 0.5}
@candidate("metric")
def trials_without_rewards_are_left_out(case: Json) -> Json:
    """Trials with null rewards are left out of all four metrics; each should count as 0.

    So where all rewards are null, mean, max and min are the errors of no trials. Trials whose
    rewards are an empty object count as 0, as they should.
    """
    kept = [rewards for rewards in case["rewards"] if rewards is not None]
    return metric(case | {"rewards": kept})


# source: commit "simplify: one path for one and for several reward names"
# differs: sum of {"a": 1}: {"a": 1}, not {"sum": 1}
@candidate("metric")
def the_only_name_is_kept(case: Json) -> Json:
    """Where all trials together have exactly one reward name, the result is under that name.

    It should be under the metric's name, as it is where there is no name at all.
    """
    name, trials = case["metric"], case["rewards"]
    aggregate: Json = {
        "sum": total,
        "mean": lambda values: total(values) / len(values),
        "max": max,
        "min": min,
    }[name]
    columns = {
        each: [(rewards or {}).get(each, 0) for rewards in trials] for each in reward_names(trials)
    } or {name: [0 for _ in trials]}
    return {each: aggregate(values) for each, values in columns.items()}


# source: commit "invert the condition to save an indentation level" in the loop for max and min:
#   `if later <= kept: continue`
# differs: max of 1 and nan: nan, not 1; max of 2, nan and 1: 1, not 2
@candidate("metric")
def a_nan_replaces_and_is_replaced(case: Json) -> Json:
    """In max and min a later value replaces the kept one unless it is at most (at least) that.

    It should replace only if it is greater (less), which a nan never is. So a nan replaces any
    value and any value after it replaces the nan: the extreme is that of what follows the last
    nan, or the nan where nothing follows.
    """
    return Metric(
        max=lambda values: keep_first(values, lambda later, kept: not later <= kept),
        min=lambda values: keep_first(values, lambda later, kept: not later >= kept),
    )(case)


# source: commit "sums must not depend on the order in which trials end": sorted() before sum()
# differs: sum of 9007199254740992, 1.0 and 1.0: 9007199254740994.0, not 9007199254740992.0
@candidate("metric")
def values_are_sorted_before_they_are_added(case: Json) -> Json:
    """For sum and mean the values are sorted, from the least up, before they are added.

    They should be added in the order of the trials, which decides on what is rounded, on what
    overflows to an infinity, and on where an integer beyond 64 bits or binary64 meets a float.
    """
    name, trials = case["metric"], case["rewards"]
    names = reward_names(trials)
    if len(names) <= 1:
        columns = {name: [next(iter((rewards or {}).values()), 0) for rewards in trials]}
    else:
        columns = {each: [(rewards or {}).get(each, 0) for rewards in trials] for each in names}
    if name in {"max", "min"}:
        extreme = max if name == "max" else min
        return {each: extreme(values) for each, values in columns.items()}
    sums = {each: total(sorted(values)) for each, values in columns.items()}
    return {each: sums[each] / len(trials) if name == "mean" else sums[each] for each in sums}
