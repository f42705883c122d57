"""Reported bugs as they would be in `metric`."""

from typing import Any

from candidates.reference.metric import Columns, Metric, maximum, metric, minimum
from candidates.reference.summation import total
from tools.causes.wrong.making import candidate

Json = Any


# source: UKGovernmentBEIS/inspect_ai #2254, #2345: nan is skipped, unless all values are nan
# differs: sum of nan and 1: {"sum": 1}, not {"sum": nan}
@candidate("metric")
def nans_are_skipped(case: Json) -> Json:
    """Values that are nan are left out of all four metrics; of the count of a mean, too.

    They should be values like others. If all values are nan, the metric is nan.
    """

    def columns(name: str, trials: Json) -> Json:
        return {
            each: [value for value in values if value == value] or values  # noqa: PLR0124
            for each, values in Columns()(name, trials).items()
        }

    return Metric(columns=columns)(case)


# source: Nuitka/Nuitka #3854: sum() adds one by one, without Python 3.12's compensation
# differs: sum of 0.1 ten times: 0.9999999999999999, not 1.0
@candidate("metric")
def sums_are_not_compensated(case: Json) -> Json:
    """Sums, and those of means, add one value after the other, without any correction.

    Rounding errors of floats should be corrected as Python's sum has done since 3.12.
    """

    def add(values: Json) -> Json:
        result: Json = 0
        for value in values:
            result += value
        return result

    return Metric(sum=add)(case)


# source: hud-evals/hud-python #526: the mean is over the runs that were scored
# differs: mean of {"a": 1} and null: {"mean": 1.0}, not {"mean": 0.5}
@candidate("metric")
def trials_without_rewards_are_left_out(case: Json) -> Json:
    """Trials whose rewards are null are left out, of all four metrics.

    They should count as 0. If all are null, the answer is that of no trials. Rewards of {} count
    as 0, as they should.
    """
    scored = [rewards for rewards in case["rewards"] if rewards is not None]
    return metric({"metric": case["metric"], "rewards": scored})


# source: EleutherAI/lm-evaluation-harness #3986: the aggregate looks for another metric's name
# differs: sum of {"a": 1}: {"sum": 0}, not {"sum": 1}
@candidate("metric")
def the_only_reward_has_to_be_called_reward(case: Json) -> Json:
    """Where the trials have one name at most, a trial's value is that of the name "reward".

    So it is 0 if the one name is another; it should be the only value, under any name.
    """
    if len({name for rewards in case["rewards"] for name in rewards or {}}) > 1:
        return metric(case)
    values = [(rewards or {}).get("reward", 0) for rewards in case["rewards"]]
    name = case["metric"]
    if name == "mean":
        return {"mean": total(values) / len(values)}
    aggregate: Json = {"max": maximum, "min": minimum, "sum": total}[name]
    return {name: aggregate(values)}


# source: Liquid4All/ifstruct #4: a large integer is an OverflowError where floats are expected
# differs: mean of 10**308 twice: OverflowError, not {"mean": 1e+308}
@candidate("metric")
def the_sum_of_a_mean_becomes_a_float(case: Json) -> Json:
    """The sum of a mean is made a binary64 before it is divided by the count.

    So a sum of integers is rounded twice beyond 2**53, and an OverflowError beyond binary64,
    even if the mean is not. It should be divided exactly and rounded once.
    """
    if case["metric"] != "mean" or not case["rewards"]:
        return metric(case)
    columns = Columns()("mean", case["rewards"])
    return {name: float(total(values)) / len(values) for name, values in columns.items()}
