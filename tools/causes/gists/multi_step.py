"""Habits of public code for episodes and steps that are wrong for `multi_step`."""

import statistics
from typing import Any

from candidates.reference.multi_step import Average, MultiStep, multi_step
from candidates.reference.summation import total
from tools.causes.wrong.making import candidate

Json = Any


# source: a merge_dicts for lists of metrics: "If some dict has no required key, the value from
#   this dict-key will not appear in the sequence" (repository not named)
# differs: mean of {"a": 1} and {"b": 1}: {"a": 1.0, "b": 1.0}, not {"a": 0.5, "b": 0.5}
@candidate("multi_step")
def a_mean_is_over_the_steps_with_the_name(case: Json) -> Json:
    """The mean of a name is over the steps that have the name.

    A step that has a result without the name should count as 0.
    """
    results = [step["rewards"] or {} for step in case["steps"] if step is not None]
    if case["strategy"] == "final" or not any(results):
        return multi_step(case)
    columns: Json = {}
    for rewards in results:
        for name, value in rewards.items():
            columns.setdefault(name, []).append(value)
    means = {name: total(values) / len(values) for name, values in columns.items()}
    return {"rewards": means}


# source: SmallPlanet/Pinball, Episode.swift: `steps.last?.reward ?? 0.0`
# differs: final of a last step without a result: {"reward": 0.0}, not null
@candidate("multi_step")
def a_final_without_rewards_is_zero(case: Json) -> Json:
    """The final result without rewards is {"reward": 0.0}.

    That is so without steps, if the last step has no result, and if its rewards are null. The
    first two should give null and the third a result whose rewards are null.
    """

    def final(steps: Json) -> Json:
        last = steps[-1] if steps else None
        rewards = None if last is None else last["rewards"]
        return {"rewards": {"reward": 0.0} if rewards is None else rewards}

    return MultiStep(final=final)(case)


# source: koaning/clumper, aggregation.py: the mean sums what has the column and divides by the
#   length of the whole list
# differs: mean of {"a": 1} and a step without a result: {"a": 0.5}, not {"a": 1.0}
@candidate("multi_step")
def a_mean_divides_by_all_steps(case: Json) -> Json:
    """The sum of a name is divided by the count of all steps.

    Steps without a result should not count; those with a result do, with or without the name.
    """
    steps = case["steps"]
    if case["strategy"] == "final":
        return steps[-1] if steps else None
    columns: Json = {}
    for step in steps:
        for name in (step and step["rewards"]) or {}:
            columns[name] = []
    if not columns:
        return None
    for name, values in columns.items():
        for step in steps:
            if step is not None:
                values.append((step["rewards"] or {}).get(name, 0))
    return {"rewards": {name: total(each) / len(steps) for name, each in columns.items()}}


# source: s-killer/practice, cumulative_mean_of_dict.py: statistics.mean of each key's values
# differs: mean of 1e308 and 1e308: 1e308, not inf
@candidate("multi_step")
def a_mean_is_exact(case: Json) -> Json:
    """The mean is that of Python's statistics.mean: computed exactly, and rounded only once.

    It should be Python's sum, with its roundings, divided by the count. So a sum beyond binary64
    does no harm, and integers whose mean is whole give an integer of any size, without an error.
    """

    def mean(values: Json, _add: Json) -> Json:
        return statistics.mean(values)

    return MultiStep(average=Average(mean=mean))(case)


# source: averaging of a list of metric dicts by the keys of the first, as in
#   `{k: mean([d[k] for d in ds]) for k in ds[0]}` (kind of code: training loops)
# differs: mean of {"a": 1} and {"b": 1}: {"a": 0.5}, not {"a": 0.5, "b": 0.5}
@candidate("multi_step")
def only_the_names_of_the_first_result_count(case: Json) -> Json:
    """A mean has only the names of the first step that has a result; it should have all names.

    If that step has no names, but a later one has, the rewards are an object without names.
    """
    steps = case["steps"]
    if case["strategy"] == "final":
        return steps[-1] if steps else None
    rows = [step["rewards"] or {} for step in steps if step is not None]
    if not any(rows):
        return None
    means = {name: total(row.get(name, 0) for row in rows) / len(rows) for name in rows[0]}
    return {"rewards": means}
