"""Slips in changes to ports of `metric`."""

from collections.abc import Sequence
from typing import Any

from candidates.reference.metric import Columns, Metric, keep_first, reward_names
from candidates.reference.summation import Sum, all_fit_64_bits, total
from tools.causes.wrong.making import candidate

Json = Any
Number = int | float


# source: javascript/summation.mjs:51, what a step of the sum lost: the absolute values went in
#   an optimisation
# differs: sum of 1.0, -1e100 and 1e100: 0.0, not 1.0
@candidate("metric")
def the_loss_is_of_the_greater_not_of_the_larger(case: Json) -> Json:
    """What an addition lost is computed by which of the two numbers is greater, with its sign.

    It should be by their absolute values.
    """

    def loss(sum_: float, value: float, rounded: float) -> float:
        if sum_ >= value:
            return (sum_ - rounded) + value
        return (value - rounded) + sum_

    return Metric(sum=Sum(float_loss=loss))(case)


# source: rust/metric.rs:92, the value of a name: its default was copied from the function above
#   it, which takes the first value there is
# differs: sum of {"a": 1, "b": 2} and {"a": 5}: "b" is 7, not 2
@candidate("metric")
def a_missing_name_has_the_first_value(case: Json) -> Json:
    """With several names, a trial that lacks a name but has others counts with its first value."""

    def value(rewards: Json, name: str) -> Json:
        if not rewards:
            return 0
        return rewards[name] if name in rewards else next(iter(rewards.values()))

    return Metric(columns=Columns(value=value))(case)


# source: javascript/metric.mjs:72, the choice between what is kept and what comes later: its two
#   branches changed places, and with them the comparison its direction
# differs: max of 1 and nan: nan, not 1; of nan and 1: 1, not nan
@candidate("metric")
def a_later_value_replaces_unless_it_is_beaten(case: Json) -> Json:
    """Max and min take the later of two values where neither is as great or as small: with nan.

    So nan replaces any value, and any value replaces nan.
    """

    def maximum(values: Json) -> Number:
        return keep_first(values, replaces=lambda later, kept: not kept >= later)

    def minimum(values: Json) -> Number:
        return keep_first(values, replaces=lambda later, kept: not kept <= later)

    return Metric(max=maximum, min=minimum)(case)


# source: rust/summation.rs:61, the sum without correction: its branch for two integers was
#   merged away, since the other one covers all numbers
# differs: sum of 2**63, 1 and -(2**63): 0.0, not 1
@candidate("metric")
def integers_behind_a_wide_one_are_added_as_floats(case: Json) -> Json:
    """Once an integer, or the sum so far, does not fit 64 bits, integers are added as floats.

    This holds for what comes behind it, so a wide last value still gives an integer.
    """

    def add(values: Sequence[Number]) -> Number:
        exact = 0
        for place, value in enumerate(values):
            if isinstance(value, float):
                break
            exact += value
            if not all_fit_64_bits(value, exact):
                wide: Number = exact
                for later in values[place + 1 :]:
                    wide = float(wide) + float(later)
                return wide
        return total(values)

    return Metric(sum=add)(case)


# source: javascript/metric.mjs:66, the loop that returns a trial's first value: it was put into
#   the loop over the trials, and its default only for trials of null
# differs: mean of {"a": 1} and {}: 1.0, not 0.5
@candidate("metric")
def an_empty_object_has_no_value(case: Json) -> Json:
    """With at most one name, a trial whose rewards are an empty object is left out.

    One whose rewards are null still counts as 0. With several names both do.
    """

    def columns(metric: str, trials: Json) -> Json:
        if len(reward_names(trials)) > 1:
            return Columns()(metric, trials)
        values: list[Number] = []
        for rewards in trials:
            values.extend([0] if rewards is None else rewards.values())
        return {metric: values}

    return Metric(columns=columns)(case)
