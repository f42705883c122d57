"""Changes to a `multi_step` that worked, each of which broke one thing."""

from typing import Any

from candidates.reference.multi_step import Average, MultiStep, multi_step
from tools.causes.wrong.making import candidate

Json = Any


# source: commit "final: do not lose the score when the clean-up step has no verifier"
# differs: final, steps {"a": 1} and no result: {"a": 1}, not no result
@candidate("multi_step")
def final_is_the_last_step_with_a_result(case: Json) -> Json:
    """With the strategy final, steps without a result are passed over from the end.

    The last step should decide, and where its verifier said nothing the trial has no result. A
    result with null rewards counts as a result.
    """

    def final(steps: Json) -> Json:
        return next((step for step in reversed(steps) if step is not None), None)

    return MultiStep(final=final)(case)


# source: commit "early return: nothing to average in a task of one step"
# differs: mean of the one step {"rewards": {}}: {"rewards": {}}, not no result
@candidate("multi_step")
def one_step_is_returned_as_it_is(case: Json) -> Json:
    """A trial of exactly one step has that step's result unchanged, also under mean.

    As a mean, a result with null or empty rewards should be no result, and an integer should
    become the nearest binary64, or an OverflowError beyond its range. A step without a result
    counts as a step: two steps of which one has none are averaged as they should.
    """
    return case["steps"][0] if len(case["steps"]) == 1 else multi_step(case)


# source: commit "running mean: no list of values per name any more"
# differs: mean of 0.1, 0.2 and 0.3: 0.2, not 0.19999999999999998
@candidate("multi_step")
def the_mean_is_a_running_mean(case: Json) -> Json:
    """The mean is updated step by step: the mean so far plus (value - mean) / steps so far.

    It should be the sum of all values, as Python's sum makes it, divided by their count. The
    running mean rounds at each step, is nan after an infinity that another value follows, and is
    an OverflowError for any integer beyond binary64.
    """
    if case["strategy"] == "final":
        return case["steps"][-1] if case["steps"] else None
    rows = [step["rewards"] or {} for step in case["steps"] if step is not None]
    means: Json = {}
    for name in dict.fromkeys(name for row in rows for name in row):
        mean = 0.0
        for count, row in enumerate(rows, 1):
            mean += (row.get(name, 0) - mean) / count
        means[name] = mean
    return {"rewards": means} if means else None


# source: commit "defaultdict(list) in place of the nested loop over names and steps"
# differs: mean of {"a": 1} and {"b": 1}: {"a": 1.0, "b": 1.0}, not {"a": 0.5, "b": 0.5}
@candidate("multi_step")
def a_name_is_averaged_over_the_steps_that_have_it(case: Json) -> Json:
    """Each name is averaged over the steps whose rewards have it.

    A step with a result should count as 0 for a name that it lacks, also where its rewards are
    null or empty.
    """
    if case["strategy"] == "final":
        return multi_step(case)
    values: Json = {}
    for step in case["steps"]:
        for name, value in ((step or {}).get("rewards") or {}).items():
            values.setdefault(name, []).append(value)
    if not values:
        return None
    average = Average()
    return {"rewards": {name: average.mean(each, average.sum) for name, each in values.items()}}


# source: commit "guard against null rewards": `if step and step["rewards"]` in the comprehension
# differs: mean of {"a": 1} and null rewards: {"a": 1.0}, not {"a": 0.5}
@candidate("multi_step")
def steps_with_null_or_empty_rewards_are_not_averaged(case: Json) -> Json:
    """A step whose result has null or empty rewards is left out of the mean.

    It should count as a step with 0 for every name; only a step without a result is left out.
    """

    def rows(steps: Json) -> Json:
        return [step["rewards"] for step in steps if step and step["rewards"]]

    return MultiStep(average=Average(rows=rows))(case)
