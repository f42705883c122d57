"""Ports of `multi_step` that break one rule each."""

from typing import Any

from candidates.reference.metric import quotient
from candidates.reference.multi_step import Average, MultiStep, multi_step
from candidates.reference.summation import total
from tools.causes.wrong.making import candidate

Json = Any


# source: spec/000 "strategy FINAL → last step's verifier_result": taken for the last one there is,
#   as "steps without a verifier_result excluded" has it for MEAN
# differs: final of {"rewards": {"a": 1}} and null: the first, not null
@candidate("multi_step")
def final_is_the_last_step_with_a_result(case: Json) -> Json:
    """With the strategy final, the result is that of the last step that has one.

    It should be the last step's, null where that has none. Null rewards count as a result.
    """
    if case["strategy"] != "final":
        return multi_step(case)
    return next((step for step in reversed(case["steps"]) if step is not None), None)


# source: spec/000 §2 "rewards is None ⇒ no verifier result", and so "steps without a
#   verifier_result excluded from the denominator"
# differs: mean of {"rewards": {"a": 1}} and {"rewards": null}: {"a": 1.0}, not {"a": 0.5}
@candidate("multi_step")
def steps_with_null_rewards_are_left_out(case: Json) -> Json:
    """A step whose rewards are null is left out of a mean; it should count as 0 for each name.

    Steps with rewards {} count, and steps without a verifier result are rightly left out.
    """

    def rows(steps: Json) -> Json:
        return [
            step["rewards"] for step in steps if step is not None and step["rewards"] is not None
        ]

    return MultiStep(average=Average(rows=rows))(case)


# source: spec/000 §3.2 "CRITICAL output-shape rule": the aggregation is reused for the per-key mean
#   over steps, with its output keyed by the metric's name
# differs: mean of {"rewards": {"a": 1}}: {"mean": 1.0}, not {"a": 1.0}
@candidate("multi_step")
def a_mean_of_one_name_is_named_mean(case: Json) -> Json:
    """A mean over steps that have one name between them is given under the name mean.

    It should have the reward's own name, as it has where there are several, and with final.
    """
    result: Json = multi_step(case)
    if case["strategy"] == "final" or result is None or len(result["rewards"]) != 1:
        return result
    return {"rewards": {"mean": next(iter(result["rewards"].values()))}}


# source: spec/000 on MEAN is silent about steps that have a result and no key: the mean over no
#   keys is an empty map, in any language
# differs: mean of {"rewards": {}}: {"rewards": {}}, not null
@candidate("multi_step")
def a_mean_without_names_is_empty_rewards(case: Json) -> Json:
    """A mean over steps that have results, but no name in any, has the rewards {}.

    It should be no verifier result. Without a result in any step there is rightly none.
    """
    steps = case["steps"]
    if case["strategy"] == "final":
        return steps[-1] if steps else None
    rows = [step["rewards"] or {} for step in steps if step is not None]
    if not rows:
        return None
    names = dict.fromkeys(name for row in rows for name in row)
    return {
        "rewards": {name: total(row.get(name, 0) for row in rows) / len(rows) for name in names}
    }


# source: Ruby: sum / count of integers is an integer, rounded down (Go, Java, C# and Rust cut it)
# differs: mean of {"rewards": {"a": 1}} and {"rewards": {"a": 0}}: {"a": 0}, not {"a": 0.5}
@candidate("multi_step")
def means_of_integers_are_integers(case: Json) -> Json:
    """The mean of values that are all integers is rounded down to an integer.

    The integer 0 of a missing name counts among them. It should be the nearest binary64, and an
    OverflowError beyond binary64. With any float among the values the mean is right.
    """

    def mean(values: Json, add: Json) -> Json:
        if all(isinstance(value, int) for value in values):
            return add(values) // len(values)
        return quotient(values, add)

    return MultiStep(average=Average(mean=mean))(case)
