"""Held-out mistakes in `metric`."""

import math
from decimal import Context, Decimal
from typing import Any

from candidates.reference.metric import (
    Columns,
    Metric,
    maximum,
    minimum,
    quotient,
    reward_names,
)
from candidates.reference.summation import total
from tools.causes.wrong.making import candidate


# source: a habit of SQL: AVG(COALESCE(reward, 0)) next to MIN(reward), which passes over NULL
# differs: min of null and {"reward": 1}: 1, not 0
@candidate("metric")
def trials_without_rewards_are_left_out_of_max_and_min(case: Any) -> Any:
    """For max and min, trials with null rewards are left out, unless there are no others."""
    known = [rewards for rewards in case["rewards"] if rewards is not None]
    if case["metric"] in ("max", "min") and known:
        return Metric()(case | {"rewards": known})
    return Metric()(case)


# source: a habit of pandas: DataFrame(rewards).mean(), which skips what is missing
# differs: mean of {"a": 1, "b": 1} and {"a": 0}: "b": 1.0, not 0.5
@candidate("metric")
def missing_name_is_left_out_where_there_are_several(case: Any) -> Any:
    """With several reward names, a trial without a name is left out of that name's values."""

    def columns(metric: str, trials: Any) -> Any:
        names = reward_names(trials)
        if len(names) <= 1:
            return Columns()(metric, trials)
        return {name: [one[name] for one in trials if one and name in one] for name in names}

    return Metric(columns=columns)(case)


# source: a habit of JavaScript and numpy: Math.max and np.max, which nan makes nan at any place
# differs: max of 1 and nan: nan, not 1
@candidate("metric")
def any_nan_is_the_greatest_and_the_least(case: Any) -> Any:
    """max and min are nan if any value is nan."""

    def with_nan(aggregate: Any) -> Any:
        return lambda values: math.nan if any(map(_is_nan, values)) else aggregate(values)

    return Metric(max=with_nan(maximum), min=with_nan(minimum))(case)


def _is_nan(value: Any) -> bool:
    return isinstance(value, float) and math.isnan(value)


# source: a habit of numpy: np.mean, which adds in pairs of blocks
# differs: mean of 0.1, 0.2 and 0.3: 0.20000000000000004, not 0.19999999999999998
@candidate("metric")
def mean_is_that_of_numpy(case: Any) -> Any:
    """The mean is that of floats which numpy adds pairwise; sums are as they should be."""

    def mean(values: Any, _add: Any) -> Any:
        return quotient([float(value) for value in values], _pairwise)

    return Metric(mean=mean)(case)


_LANES, _MOST = 8, 128


def _pairwise(values: Any) -> float:
    """Add up to 128 values in eight lanes, and more of them in halves."""
    count = len(values)
    if count > _MOST:
        half = count // 2 - count // 2 % _LANES
        return _pairwise(values[:half]) + _pairwise(values[half:])
    rest = count - count % _LANES if count >= _LANES else 0
    lanes = [0.0] * _LANES
    for place, value in enumerate(values[:rest]):
        lanes[place % _LANES] += value
    added = ((lanes[0] + lanes[1]) + (lanes[2] + lanes[3])) + (
        (lanes[4] + lanes[5]) + (lanes[6] + lanes[7])
    )
    for value in values[rest:]:
        added += value
    return added


# source: public readers that know one primary reward: rewards.get("reward", 0)
# differs: mean of {"reward": 1, "speed": 3}: {"mean": 1.0}, not {"reward": 1.0, "speed": 3.0}
@candidate("metric")
def name_reward_is_the_only_one_if_there_is_one(case: Any) -> Any:
    """If any trial has a reward named reward, all other names are ignored."""
    trials = case["rewards"]
    if not any("reward" in (rewards or {}) for rewards in trials):
        return Metric()(case)
    primary = [
        {"reward": rewards["reward"]} if rewards and "reward" in rewards else None
        for rewards in trials
    ]
    return Metric()(case | {"rewards": primary})


# source: a habit of Go: `var best float64`, and then a loop that keeps what is greater
# differs: max of -1 and -2: 0, not -1
@candidate("metric")
def maximum_starts_at_zero(case: Any) -> Any:
    """The maximum starts at 0, so it is never negative."""
    return Metric(max=lambda values: maximum([0, *values]))(case)


# source: a habit of Python: sum(Decimal(str(value)) for value in values)
# differs: sum of 0.1 and 0.2: 0.3, not 0.30000000000000004
@candidate("metric")
def floats_are_added_as_decimals(case: Any) -> Any:
    """Where there is a float, the sum is that of decimals, made a float at the end."""

    def add(values: Any) -> Any:
        if all(isinstance(value, int) for value in values):
            return total(values)
        context, added = Context(prec=28, traps=[]), Decimal(0)
        for value in values:
            added = context.add(added, Decimal(str(value)))
        return float(added)

    return Metric(sum=add)(case)
