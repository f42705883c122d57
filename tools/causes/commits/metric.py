"""Versions of `metric` that one commit broke."""

from typing import Any

from candidates.reference.metric import Columns, Metric, maximum, metric, minimum
from candidates.reference.summation import total
from tools.causes.wrong.making import candidate

Json = Any


# source: commit "speed up aggregation": the values are put into an array of binary64s
# differs: sum of 9007199254740993 and 0: 9007199254740992.0, not 9007199254740993
@candidate("metric")
def values_become_floats_first(case: Json) -> Json:
    """Every value is made a float before it is added or compared, in all four metrics.

    An integer beyond binary64 is an OverflowError, alone too.
    """

    def floats(values: Json) -> Json:
        return [float(value) for value in values]

    return Metric(
        sum=lambda values: total(floats(values)) if values else 0,
        max=lambda values: maximum(floats(values)),
        min=lambda values: minimum(floats(values)),
    )(case)


# source: commit "normalise names": reward names are put into lower case
# differs: sum of {"A": 1, "a": 2} and {"b": 1}: {"a": 2, "b": 1}, not {"A": 1, "a": 2, "b": 1}
@candidate("metric")
def names_are_lowered(case: Json) -> Json:
    """Reward names are put into lower case; of names that become one, a trial's last value holds.

    Where all names of the trials become one, the result is under the metric's name.
    """
    rewards = [
        each and {name.lower(): value for name, value in each.items()} for each in case["rewards"]
    ]
    return metric(case | {"rewards": rewards})


# source: commit "do not crash on a job without trials": no values have the metric 0
# differs: mean of no trials: {"mean": 0}, not ZeroDivisionError
@candidate("metric")
def no_trials_give_zero(case: Json) -> Json:
    """Without trials, mean, max and min are 0; they should be errors."""
    return metric(case) if case["rewards"] else {case["metric"]: 0}


# source: commit "compute sum, mean, max and min in one pass": the running values begin at 0
# differs: max of -1 and -2: 0, not -1
@candidate("metric")
def the_running_maximum_begins_at_zero(case: Json) -> Json:
    """A maximum is never below 0: the kept value begins at 0 and each greater one replaces it.

    So a leading nan is not kept. Minima are right, and so is the error of no trials.
    """
    return Metric(max=lambda values: maximum([0, *values] if values else values))(case)


# source: commit "support several metrics": a reward of a name of its own keeps that name
# differs: mean of {"accuracy": 1}: {"accuracy": 1.0}, not {"mean": 1.0}
@candidate("metric")
def a_named_reward_keeps_its_name(case: Json) -> Json:
    """With one reward name that is not "reward", the result is under that name.

    It should be under the metric's.
    """

    def label(name: str, names: list[str]) -> str:
        return names[0] if names and names[0] != "reward" else name

    return Metric(columns=Columns(label=label))(case)
