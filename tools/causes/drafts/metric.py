"""Ports of `metric` with one mistake each."""

from typing import Any

from candidates.reference.metric import (
    Columns,
    Metric,
    Trials,
    Values,
    metric,
    reward_names,
)
from tools.causes.wrong.making import candidate

Json = Any


# source: R: unlist(lapply(rewards, function(r) if (is.null(r)) 0 else r)) has nothing of an empty
#   list, so the vector is shorter
# differs: mean of {"a": 1} and {}: 1.0, not 0.5
@candidate("metric")
def a_trial_of_no_names_is_left_out(case: Json) -> Json:
    """With at most one reward name, a trial whose rewards are {} is left out of the values.

    It should count as 0. Null rewards do count as 0, and {} does where all trials have {}.
    """

    def columns(name: str, trials: Trials) -> dict[str, Values]:
        kept = trials
        if len(reward_names(trials)) <= 1:
            kept = [rewards for rewards in trials if rewards != {}] or trials
        return Columns()(name, kept)

    return Metric(columns=columns)(case)


# source: pandas: DataFrame(rewards).astype("float64") before aggregating; the texts call a reward
#   a float in most places
# differs: sum of 9007199254740993 and 0: 9007199254740992.0, not 9007199254740993
@candidate("metric")
def integers_become_binary64_first(case: Json) -> Json:
    """Each integer reward becomes a binary64 before any of the four metrics is computed.

    One that is too large for it is an OverflowError, also where no float is met.
    """
    rewards = [
        each and {name: float(value) for name, value in each.items()} for each in case["rewards"]
    ]
    return metric(case | {"rewards": rewards})
