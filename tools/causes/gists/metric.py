"""Habits of public code that aggregates columns of scores that are wrong for `metric`."""

import struct
from typing import Any

from candidates.reference.metric import Columns, Metric, metric
from candidates.reference.summation import total
from tools.causes.wrong.making import candidate

Json = Any


# source: aggregate_metric_values, which filters out None "for type safety" before it
#   aggregates (repository not named)
# differs: mean of null and {"a": 1}: 1.0, not 0.5
@candidate("metric")
def trials_without_rewards_are_left_out(case: Json) -> Json:
    """Trials whose rewards are null are left out of every metric; they should count as 0.

    Trials with an empty object still count as 0. If all are null, it is as without trials.
    """
    kept = [each for each in case["rewards"] if each is not None]
    return metric(case | {"rewards": kept})


# source: kakaoenterprise/JORLDY, metric_manager.py: round(sum(value) / len(value), 4)
# differs: mean of 1, 0 and 0: 0.3333, not 0.3333333333333333
@candidate("metric")
def a_mean_has_four_decimals(case: Json) -> Json:
    """A mean is rounded to four decimals; it should be as exact as binary64 is."""
    if case["metric"] != "mean":
        return metric(case)
    trials = [rewards or {} for rewards in case["rewards"]]
    names = sorted({name for rewards in trials for name in rewards})
    columns = {name: [rewards.get(name, 0) for rewards in trials] for name in names}
    if len(names) <= 1:
        columns = {"mean": [next(iter(rewards.values()), 0) for rewards in trials]}
    return {name: round(total(values) / len(values), 4) for name, values in columns.items()}


# source: rrenaud/darling, verl/tests/special_e2e/check_results.py: best_reward = -np.inf, and a
#   reward replaces it if it is greater
# differs: max of nan and 1: 1, not nan
@candidate("metric")
def an_extreme_starts_from_infinity(case: Json) -> Json:
    """The search of max starts from -inf and that of min from inf, not from the first value.

    So a leading nan is passed over, of nothing but nans the result is the infinity, and so it is
    without trials, which should be a ValueError.
    """
    if case["metric"] not in ("max", "min"):
        return metric(case)
    largest = case["metric"] == "max"

    def best_of(values: Json) -> Json:
        best: Json = float("-inf") if largest else float("inf")
        for value in values:
            if value > best if largest else value < best:
                best = value
        return best

    trials = [rewards or {} for rewards in case["rewards"]]
    names = sorted({name for rewards in trials for name in rewards})
    if len(names) > 1:
        return {name: best_of(rewards.get(name, 0) for rewards in trials) for name in names}
    return {case["metric"]: best_of(next(iter(rewards.values()), 0) for rewards in trials)}


# source: koaning/clumper, aggregation.py: sum and max of {d[col] for d in blob}, a set
# differs: sum of 1 and 1: 1, not 2
@candidate("metric")
def a_sum_is_of_different_values(case: Json) -> Json:
    """The metric sum counts equal values once (1 and 1.0 too); every trial's value should count.

    The other metrics, and so the sum within a mean, are right.
    """
    trials = case["rewards"]
    names = sorted({name for rewards in trials for name in rewards or ()})
    if case["metric"] != "sum":
        return metric(case)
    if len(names) <= 1:
        only = [next(iter((rewards or {}).values()), 0) for rewards in trials]
        return {"sum": total(dict.fromkeys(only))}
    return {
        name: total(dict.fromkeys((rewards or {}).get(name, 0) for rewards in trials))
        for name in names
    }


# source: training loops that log torch.tensor(rewards).mean(), whose default type is float32
#   (kind of code: reinforcement learning)
# differs: max of 0.1: 0.10000000149011612, not 0.1
@candidate("metric")
def values_are_rounded_to_binary32(case: Json) -> Json:
    """Each value is rounded to binary32 before it is aggregated, by any of the four metrics.

    It should stay what it is. A value beyond binary32 becomes an infinity, and an integer beyond
    binary64 is always an OverflowError.
    """

    def single(value: Json) -> Json:
        number = float(value)
        try:
            return struct.unpack("<f", struct.pack("<f", number))[0]
        except OverflowError:
            return float("inf") if number > 0 else float("-inf")

    def columns(name: str, trials: Json) -> Json:
        exact = Columns()(name, trials)
        return {each: [single(value) for value in values] for each, values in exact.items()}

    return Metric(columns=columns)(case)
