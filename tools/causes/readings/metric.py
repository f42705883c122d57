"""Mistakes in `metric` from a fresh reading of the texts."""

from functools import reduce
from typing import Any

from candidates.reference.metric import Columns, Metric, reward_names
from candidates.reference.summation import total
from tools.causes.wrong.making import candidate

Json = Any


# source: a reading of spec/000 3.2: single reward key means that each trial has at most one
# differs: mean of {"a": 1} and {"b": 0}: {"mean": 0.5}, not {"a": 0.5, "b": 0.0}
@candidate("metric")
def names_are_counted_within_each_trial(case: Json) -> Json:
    """The result has the metric's name if no trial has several rewards of any name."""

    def names(trials: Json) -> Json:
        several = any(len(rewards or {}) > 1 for rewards in trials)
        return reward_names(trials) if several else []

    return Metric(columns=Columns(names=names))(case)


# source: a Go developer: a variable for the best so far, which starts at its zero value
# differs: max of -1: 0, not -1
@candidate("metric")
def maximum_begins_at_zero(case: Json) -> Json:
    """The maximum is never below 0, with which the search begins."""

    def highest(values: Json) -> Json:
        return reduce(max, values, 0)

    return Metric(max=highest)(case)


# source: a TypeScript developer: every number is a binary64
# differs: sum of 9007199254740992 and 1: 9007199254740992.0, not 9007199254740993
@candidate("metric")
def integers_are_made_floats_before_they_are_added(case: Json) -> Json:
    """Sums and means add integers as binary64, so large ones are rounded."""
    return Metric(sum=lambda values: total([float(value) for value in values]))(case)


# source: one who knows that Python 3.12 compensates sums and takes it for Kahan's algorithm
# differs: sum of 1.0, 1e100, 1.0 and -1e100: 0.0, not 2.0
@candidate("metric")
def floats_are_added_by_the_algorithm_of_kahan(case: Json) -> Json:
    """Floats are added by Kahan's algorithm, which feeds the correction back at each value."""

    def kahan(values: Json) -> Json:
        if not any(isinstance(value, float) for value in values):
            return total(values)
        result, correction = 0.0, 0.0
        for value in values:
            corrected = value - correction
            rounded = result + corrected
            correction = (rounded - result) - corrected
            result = rounded
        return result

    return Metric(sum=kahan)(case)


# source: a data scientist: a trial without rewards is missing and cannot be an extreme
# differs: min of {"reward": 1} and null: 1, not 0
@candidate("metric")
def trials_without_rewards_are_no_extremes(case: Json) -> Json:
    """Trials whose rewards are null are left out of max and min unless all are null."""
    given = [rewards for rewards in case["rewards"] if rewards is not None]
    if case["metric"] in ("max", "min") and given:
        case = {**case, "rewards": given}
    return Metric()(case)


# source: a careful developer who reads of the ZeroDivisionError in spec/000 3.2 and guards it
# differs: mean of no trials: {"mean": 0.0}, not ZeroDivisionError
@candidate("metric")
def no_trials_give_zero(case: Json) -> Json:
    """Any metric of no trials is 0.0 under its own name."""
    return Metric()(case) if case["rewards"] else {case["metric"]: 0.0}
