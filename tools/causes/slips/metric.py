"""Slips in `metric`."""

from typing import Any

from candidates.reference.metric import Columns, Metric, only_value, reward_names, value_of
from tools.causes.wrong.making import candidate

Json = Any


# source: a wrong initial value: the greatest so far begins as 0
# differs: max of -1 and -2: 0, not -1
@candidate("metric")
def greatest_so_far_begins_as_zero(case: Json) -> Json:
    """The maximum begins as 0, so it is 0 where every value is below."""

    def greatest(values: Json) -> Json:
        if not values:
            raise ValueError
        found = 0
        for value in values:
            found = max(found, value)
        return found

    return Metric(max=greatest)(case)


# source: a filter too many: `for r in rewards if r` in the branch of several keys
# differs: mean of {"a": 1, "b": 1} and null: 1.0 for both names, not 0.5
@candidate("metric")
def branch_of_several_names_skips_trials_without_rewards(case: Json) -> Json:
    """With several reward names, a trial of null or empty rewards is left out."""
    if len(reward_names(case["rewards"])) <= 1:
        return Metric()(case)
    left: Json = {**case, "rewards": [rewards for rewards in case["rewards"] if rewards]}
    return Metric()(left)


# source: braces for brackets: a set comprehension where a list is meant
# differs: mean of 1, 1 and 0: 0.5, not 0.6666666666666666
@candidate("metric")
def values_of_a_single_name_are_a_set(case: Json) -> Json:
    """With at most one reward name, trials of equal values count as one trial."""

    def columns(metric: Json, trials: Json) -> Json:
        if len(reward_names(trials)) > 1:
            return Columns()(metric, trials)
        return {metric: list({only_value(rewards) for rewards in trials})}

    return Metric(columns=columns)(case)


# source: a list that is made before the loop over the names instead of inside it
# differs: sum of {"a": 1, "b": 2}: {"a": 1, "b": 3}, not {"a": 1, "b": 2}
@candidate("metric")
def values_of_earlier_names_are_still_in_the_list(case: Json) -> Json:
    """With several reward names, the values of a name follow those of all earlier names."""

    def columns(metric: Json, trials: Json) -> Json:
        names = reward_names(trials)
        if len(names) <= 1:
            return Columns()(metric, trials)
        values: list[Json] = []
        found = {}
        for name in names:
            values.extend(value_of(rewards, name) for rewards in trials)
            found[name] = list(values)
        return found

    return Metric(columns=columns)(case)
