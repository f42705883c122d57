"""Ports of `multi_step` with one mistake each."""

import math
from typing import Any

from candidates.reference.metric import Values
from candidates.reference.multi_step import Average, MultiStep, Steps
from candidates.reference.summation import Number, total
from tools.causes.wrong.making import candidate

Json = Any


# source: spec/000: "steps without a verifier_result excluded from the denominator", and
#   before it the sentence that rewards of None mean "no verifier result"
# differs: {"rewards": {"a": 1}} and {"rewards": null}: "a" is 1.0, not 0.5
@candidate("multi_step")
def null_rewards_are_no_result(case: Json) -> Json:
    """In a mean, a step whose result has null rewards is left out of the denominator.

    It should count as 0 for each name; only steps without a result are left out.
    """

    def average(steps: Steps) -> Json:
        return Average()([step for step in steps if step and step["rewards"] is not None])

    return MultiStep(average=average)(case)


# source: SQL: LAST_VALUE(result IGNORE NULLS), or pandas' last(), for "last step's
#   verifier_result": both pass over nulls
# differs: final of {"rewards": {"a": 1}} and null: {"rewards": {"a": 1}}, not null
@candidate("multi_step")
def final_is_the_last_result(case: Json) -> Json:
    """Final takes the last step that has a result, where the last step itself has none."""

    def final(steps: Steps) -> Json:
        return next((step for step in reversed(steps) if step is not None), None)

    return MultiStep(final=final)(case)


# source: Java: DoubleStream.average() adds with Kahan's compensation, not with Neumaier's
# differs: mean of 1.0, 1e100 and -1e100: 0.0, not 0.3333333333333333
@candidate("multi_step")
def the_mean_adds_as_java_does(case: Json) -> Json:
    """Where a name has a float, its mean adds with Kahan's compensation, integers as binary64.

    An infinite plain sum holds where the compensated one is nan. Integers alone are added exactly.
    """

    def kahan(values: Values) -> Number:
        if all(isinstance(value, int) for value in values):
            return total(values)
        kept = lost = plain = 0.0
        for value in map(float, values):
            part = value - lost
            larger = kept + part
            lost = (larger - kept) - part
            kept = larger
            plain += value
        result = kept - lost
        return plain if math.isnan(result) and math.isinf(plain) else result

    return MultiStep(average=Average(sum=kahan))(case)


# source: R, Julia, Swift: a mean per key, mapped over no keys, is an empty dictionary; the text
#   says nothing of results without keys
# differs: mean of {"rewards": {}}: {"rewards": {}}, not null
@candidate("multi_step")
def no_names_give_empty_rewards(case: Json) -> Json:
    """A mean over results that have no names is {"rewards": {}}, not null.

    It is null only where no step has a result.
    """

    def average(steps: Steps) -> Json:
        answer = Average()(steps)
        if answer is None and any(step is not None for step in steps):
            return {"rewards": {}}
        return answer

    return MultiStep(average=average)(case)


# source: spec/000: "§1-4 then apply unchanged", so the port calls the function of §3.2 for MEAN,
#   which puts a single key under the metric's name
# differs: mean of {"rewards": {"a": 1}}: {"rewards": {"mean": 1.0}}, not {"rewards": {"a": 1.0}}
@candidate("multi_step")
def the_mean_of_one_name_is_called_mean(case: Json) -> Json:
    """A mean over steps with only one reward name is under the name "mean", not under its own."""

    def average(steps: Steps) -> Json:
        answer = Average()(steps)
        if answer is None or answer["rewards"] is None or len(answer["rewards"]) != 1:
            return answer
        (value,) = answer["rewards"].values()
        return {"rewards": {"mean": value}}

    return MultiStep(average=average)(case)
