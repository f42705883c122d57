"""Second versions of `metric` with one mistake each."""

from typing import Any

from candidates.reference.metric import Metric, metric, quotient
from tools.causes.wrong.making import candidate

Json = Any


# source: tables allocated for all planned trials and filled as they end, of which the unfilled tail
#   is cut off
# differs: mean of {"reward": 1} and null: 1.0, not 0.5
@candidate("metric")
def trailing_trials_without_rewards_are_cut_off(case: Json) -> Json:
    """Trials with null rewards at the end of the list are dropped as not yet run.

    Those behind the last trial with other rewards should count as 0.
    """
    rewards = [*case["rewards"]]
    while rewards and rewards[-1] is None:
        rewards.pop()
    return metric(case | {"rewards": rewards})


# source: Welford's incremental mean, as progress bars and online statistics keep it
# differs: mean of 0.1, 0.2, 0.6: 0.30000000000000004, not 0.3
@candidate("metric")
def the_mean_is_updated_trial_by_trial(case: Json) -> Json:
    """The mean is kept from trial to trial as `mean += (value - mean) / count`.

    That rounds differently from the sum divided by the count, does not overflow where the sum
    would, and turns an infinity that another trial follows into nan.
    """

    def incremental(values: Json, add: Json) -> Json:
        if not values:
            return quotient(values, add)
        mean = 0.0
        for count, value in enumerate(values, 1):
            mean += (value - mean) / count
        return mean

    return Metric(mean=incremental)(case)
