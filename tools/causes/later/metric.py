"""More mistakes in `metric`, written without the catalogue."""

import math
from typing import Any

from candidates.reference.metric import (
    Columns,
    Metric,
    only_value,
    quotient,
    reward_names,
    value_of,
)
from candidates.reference.metric import metric as right
from tools.causes.wrong.making import candidate


# source: rjmurillo/ai-agents pull request #1794: `if any(triple)` keeps zeros out of an average
# differs: mean of [{"reward": 1}, {"reward": 0}]: {"mean": 1.0}, not {"mean": 0.5}
@candidate("metric")
def zeros_are_left_out_of_the_mean(case: Any) -> Any:
    """Values of 0 are left out of the mean, unless every value is 0."""
    mean = lambda values, add: quotient([one for one in values if one] or values, add)  # noqa: E731
    return Metric(mean=mean)(case)


# source: a habit of numpy: np.array([1, None], dtype=float), in which None is nan
# differs: mean of [{"reward": 1}, null]: {"mean": nan}, not {"mean": 0.5}
@candidate("metric")
def null_rewards_are_nan(case: Any) -> Any:
    """A trial with null rewards counts as nan."""
    columns = Columns(
        only_value=lambda one: math.nan if one is None else only_value(one),
        value=lambda one, name: math.nan if one is None else value_of(one, name),
    )
    return Metric(columns=columns)(case)


# source: a habit of logs for TensorBoard and Weights & Biases: f"{key}/{metric}"
# differs: max of [{"a": 1, "b": 0}]: {"a/max": 1, "b/max": 0}, not {"a": 1, "b": 0}
@candidate("metric")
def several_keys_are_followed_by_the_metric(case: Any) -> Any:
    """Where there are several keys, a result's key is the reward's key, a slash and the metric."""
    found = right(case)
    if len(reward_names(case["rewards"])) <= 1:
        return found
    return {f"{name}/{case['metric']}": value for name, value in found.items()}


# source: a habit of numpy: np.array([list(r.values()) for r in rewards]), of unnamed columns
# differs: max of [{"b": 1, "a": 0}]: {"a": 1, "b": 0}, not {"a": 0, "b": 1}
@candidate("metric")
def values_belong_to_keys_by_their_place(case: Any) -> Any:
    """Of several keys in order, the first has each trial's first value, the second the second."""
    names = reward_names(case["rewards"])

    def value(rewards: Any, name: str) -> Any:
        values = [*(rewards or {}).values()]
        place = names.index(name)
        return values[place] if place < len(values) else 0

    return Metric(columns=Columns(value=value))(case)


# source: a habit: the shape of the first row is that of all rows, `if len(rewards[0]) == 1`
# differs: mean of [{"a": 1}, {"a": 0, "b": 1}]: {"mean": 0.5}, not {"a": 0.5, "b": 0.5}
@candidate("metric")
def first_trial_tells_whether_there_are_several_keys(case: Any) -> Any:
    """Whether there are several keys is decided by the first trial that has rewards."""

    def names(trials: Any) -> list[str]:
        first: Any = next((one for one in trials if one is not None), {})
        return reward_names(trials) if len(first) > 1 else []

    return Metric(columns=Columns(names=names))(case)


# source: another reading of spec/000 section 5: the consumer looks for the key `mean`
# differs: max of [{"reward": 1}]: {"mean": 1}, not {"max": 1}
@candidate("metric")
def result_of_one_key_is_always_mean(case: Any) -> Any:
    """Where there is at most one key, the result's key is `mean` for every metric."""
    return Metric(columns=Columns(label=lambda _metric, _names: "mean"))(case)


# source: another reading of facts/harbor-readers.md: a trial passes if its reward is 1 exactly, and
#   the mean is the share of those
# differs: mean of [{"reward": 0.5}, {"reward": 1}]: {"mean": 0.5}, not {"mean": 0.75}
@candidate("metric")
def mean_is_the_share_of_ones(case: Any) -> Any:
    """The mean is the share of values that equal 1."""
    mean = lambda values, _: sum(one == 1 for one in values) / len(values)  # noqa: E731
    return Metric(mean=mean)(case)


# source: mutant: the union of the trials' keys becomes their intersection
# differs: mean of [{"a": 1, "b": 1, "c": 1}, {"a": 0, "b": 1}]: no "c"
@candidate("metric")
def keys_are_those_of_every_trial(case: Any) -> Any:
    """The keys are those that all trials with rewards have, not those that any trial has."""

    def names(trials: Any) -> list[str]:
        sets = [set(one) for one in trials if one is not None]
        return sorted(set.intersection(*sets)) if sets else []

    return Metric(columns=Columns(names=names))(case)


# source: mutant: `len(reward_keys) <= 1` becomes `<= 2`
# differs: max of [{"a": 1, "b": 0}]: {"max": 1}, not {"a": 1, "b": 0}
@candidate("metric")
def two_keys_count_as_one(case: Any) -> Any:
    """Where there are two keys, the metric is of each trial's first value, as for one key."""

    def names(trials: Any) -> list[str]:
        found = reward_names(trials)
        return found if len(found) > 2 else []  # noqa: PLR2004

    return Metric(columns=Columns(names=names))(case)
