"""Second versions of `metric` with one mistake each."""

from typing import Any

from candidates.reference.metric import Columns, Metric, maximum, metric, quotient, reward_names
from tools.causes.wrong.making import candidate

Json = Any


# source: a streaming maximum whose state starts as 0, as in Go, where the zero value of a struct's
#   field is 0
# differs: max of -1 and -2: 0, not -1
@candidate("metric")
def the_maximum_starts_at_zero(case: Json) -> Json:
    """The running maximum starts at 0, so that it is never below 0.

    It is 0 for no trials or where a leading nan would stay.
    """
    return Metric(max=lambda values: maximum([0, *values]))(case)


# source: one pass over a stream: the first record with rewards decides on the columns, as
#   csv.DictWriter's fieldnames often do
# differs: mean of {"a": 1} and {"a": 1, "b": 0}: {"mean": 1.0}, not {"a": 1.0, "b": 0.0}
@candidate("metric")
def the_first_trial_decides_on_the_shape(case: Json) -> Json:
    """Where the first trial that has any rewards has one key, the answer is that of a single key.

    It is under the metric's name, from each trial's first value, although later trials have other
    keys.
    """

    def names(trials: Json) -> Json:
        first: Json = next((rewards for rewards in trials if rewards), {})
        return [*first] if len(first) == 1 else reward_names(trials)

    return Metric(columns=Columns(names=names))(case)


# source: a change of schema that tells keys apart: `name = metric if keys == ["reward"] else
#   keys[0]`
# differs: mean of {"accuracy": 1}: {"accuracy": 1.0}, not {"mean": 1.0}
@candidate("metric")
def a_single_key_other_than_reward_keeps_its_name(case: Json) -> Json:
    """Where the only reward key of all trials is not `reward`, the result is under that key.

    It should be under the metric's name.
    """

    def label(metric_name: str, names: Json) -> str:
        return metric_name if names in ([], ["reward"]) else names[0]

    return Metric(columns=Columns(label=label))(case)


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
