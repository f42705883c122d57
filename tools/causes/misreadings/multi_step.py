"""Ports of `multi_step` with one mistake each."""

from typing import Any

from candidates.reference.metric import quotient
from candidates.reference.multi_step import Average, MultiStep
from tools.causes.wrong.making import candidate

Json = Any


# source: spec/000 §4 "FINAL → last step's verifier_result": `steps.filter(Boolean).at(-1)`, as the
#   list of steps that have a result is there already for MEAN
# differs: final of [{"rewards": {"a": 1}}, null]: {"rewards": {"a": 1}}, not null
@candidate("multi_step")
def final_is_the_last_result(case: Json) -> Json:
    """The strategy "final" takes the last step that has a result, not the last step."""

    def final(steps: Json) -> Json:
        return next((step for step in reversed(steps) if step is not None), None)

    return MultiStep(final=final)(case)


# source: spec/000 §2 "rewards is None ⇒ no verifier result" and §4 "steps without a
#   verifier_result excluded from the denominator": `steps.map(s => s?.rewards).filter(Boolean)`
# differs: mean of [{"rewards": null}, {"rewards": {"a": 1}}]: {"a": 1.0}, not {"a": 0.5}
@candidate("multi_step")
def null_rewards_leave_the_denominator(case: Json) -> Json:
    """A step whose rewards are null is left out of the mean, like a step without a result."""

    def rows(steps: Json) -> Json:
        return [
            step["rewards"] for step in steps if step is not None and step["rewards"] is not None
        ]

    return MultiStep(average=Average(rows=rows))(case)


# source: spec/000 §4 is silent about results without any name: a mean by key over no keys is an
#   empty map
# differs: mean of [{"rewards": {}}]: {"rewards": {}}, not null
@candidate("multi_step")
def a_mean_without_names_is_empty(case: Json) -> Json:
    """Where steps have results but none has a name, the mean is {"rewards": {}}, not null.

    Where no step has a result it is null.
    """

    def average(steps: Json) -> Json:
        mean = Average()(steps)
        if mean is None and any(step is not None for step in steps):
            return {"rewards": {}}
        return mean

    return MultiStep(average=average)(case)


# source: spec/000 §4 "per-key mean": `values.sum / values.size` in Ruby, where the quotient of two
#   integers is an integer
# differs: mean of [{"rewards": {"a": 1}}, {"rewards": {"a": 0}}]: {"a": 0}, not {"a": 0.5}
@candidate("multi_step")
def integers_are_divided_as_integers(case: Json) -> Json:
    """The mean of values that are all integers is rounded down to an integer."""

    def mean(values: Json, add: Json) -> Json:
        if all(isinstance(value, int) for value in values):
            return add(values) // len(values)
        return quotient(values, add)

    return MultiStep(average=Average(mean=mean))(case)


# source: spec/000 §3.2 "OUTPUT KEYED BY METRIC NAME": the port calls its own Mean for §4 as well
# differs: mean of [{"rewards": {"reward": 1}}]: {"mean": 1.0}, not {"reward": 1.0}
@candidate("multi_step")
def a_single_name_becomes_mean(case: Json) -> Json:
    """Where the steps have one name in all, its mean is under "mean", not under that name."""

    def average(steps: Json) -> Json:
        result: Json = Average()(steps)
        if result is None or len(result["rewards"]) > 1:
            return result
        return {"rewards": dict.fromkeys(["mean"], *result["rewards"].values())}

    return MultiStep(average=average)(case)
