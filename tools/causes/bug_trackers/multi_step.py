"""Candidates of `multi_step` with one mistake each, from bug trackers."""

from typing import Any

from candidates.reference.metric import quotient
from candidates.reference.multi_step import Average, Columns, MultiStep
from tools.causes.wrong.making import candidate

Json = Any


# source: HorizonRobotics/alf PR #256: the last step's reward is not added to the episode's
# differs: mean of {"a": 1} and {"a": 0}: a is 1.0, not 0.5
@candidate("multi_step")
def the_mean_leaves_out_the_last_step(case: Json) -> Json:
    """The mean leaves out the last step, with or without a result.

    Of a single step there is no result.
    """
    return MultiStep(average=lambda steps: Average()(steps[:-1]))(case)


# source: mholt/PapaParse issue #408: fields that the first record does not have are dropped
# differs: mean of {"a": 1} and {"a": 1, "b": 1}: {"a": 1.0}, not {"a": 1.0, "b": 0.5}
@candidate("multi_step")
def names_are_those_of_the_first_step(case: Json) -> Json:
    """The mean has only the names of the first step that has a result; later ones are dropped.

    Where that step has no names but a later one has, the rewards are empty.
    """
    return MultiStep(average=Average(columns=Columns(names=lambda rows: list(rows[0]))))(case)


# source: vellum-ai/vellum-python-sdks PR #3741: None is filtered from the sum, but not from the
#   length that divides it
# differs: mean of {"a": 1} and a step without a result: a is 0.5, not 1.0
@candidate("multi_step")
def all_steps_divide_the_sum(case: Json) -> Json:
    """The mean divides by the number of all steps, those without a result too."""

    def mean(values: Json, add: Json) -> Json:
        return add(values) / len(case["steps"])

    return MultiStep(average=Average(mean=mean))(case)


# source: openstax/tutor-js PR #2544: a score of 0 is falsy and is left out of the average
# differs: mean of {"a": 1} and {"a": 0}: a is 1.0, not 0.5
@candidate("multi_step")
def the_mean_leaves_out_zeros(case: Json) -> Json:
    """The mean of a name leaves out the values that are 0, unless all of them are.

    A name that a step lacks counts as 0 and is left out as well.
    """

    def mean(values: Json, add: Json) -> Json:
        return quotient([value for value in values if value] or values, add)

    return MultiStep(average=Average(mean=mean))(case)


# source: NVIDIA/cudf issue #8966: last() is the last value that is not null, not the last row
# differs: final of {"a": 1} and a step without a result: {"a": 1}, not null
@candidate("multi_step")
def final_is_the_last_step_with_a_result(case: Json) -> Json:
    """The strategy final takes the last step that has a result, where the last step has none.

    A result whose rewards are null is a result.
    """

    def final(steps: Json) -> Json:
        return next((step for step in reversed(steps) if step is not None), None)

    return MultiStep(final=final)(case)
