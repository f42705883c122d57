"""Ports of `multi_step` with one mistake each."""

from typing import Any

from candidates.reference.metric import quotient
from candidates.reference.multi_step import Average, Columns, MultiStep
from tools.causes.wrong.making import candidate

Json = Any


# source: vellum-ai/vellum-python-sdks PR #3741: a mean leaves the None values out of its sum and
#   divides by the count of all values
# differs: mean of null and {"a": 1}: {"a": 0.5}, not {"a": 1.0}
@candidate("multi_step")
def steps_without_result_are_divided_by(case: Json) -> Json:
    """A mean is divided by the count of all steps, those without a result (null) included."""

    def mean(values: Json, add: Json) -> Json:
        return add(values) / len(case["steps"])

    return MultiStep(average=Average(mean=mean))(case)


# source: pandas-dev/pandas issue #45656: the last of a group is its last value that is not missing
# differs: final of {"a": 1} and null: {"a": 1}, not null
@candidate("multi_step")
def final_is_the_last_known_result(case: Json) -> Json:
    """The strategy "final" gives the last step that has a result; steps of null are passed over.

    A result whose rewards are null is a result.
    """

    def final(steps: Json) -> Json:
        return next((step for step in reversed(steps) if step is not None), None)

    return MultiStep(final=final)(case)


# source: C2FO/fast-csv issue #282: the columns of all rows are those of the first row
# differs: mean of {"a": 1} and {"a": 0, "b": 1}: {"a": 0.5}, not {"a": 0.5, "b": 0.5}
@candidate("multi_step")
def names_are_those_of_the_first_step(case: Json) -> Json:
    """A mean has only the names of the first step with a result; later names are dropped.

    If that step has no names and a later one has, the rewards are an empty object.
    """
    columns = Columns(names=lambda rows: list(rows[0]))
    return MultiStep(average=Average(columns=columns))(case)


# source: toonarmycaptain/dionysus issue #141: scores are tested for truth to leave out the missing
#   ones, and scores of zero go with them
# differs: mean of {"a": 1} and {"a": 0}: {"a": 1.0}, not {"a": 0.5}
@candidate("multi_step")
def zeros_count_as_missing(case: Json) -> Json:
    """A mean leaves out values of 0, in the sum and in the count; it is 0.0 if all are 0.

    A step with a result that lacks a name has the value 0 there, and is left out too.
    """

    def mean(values: Json, add: Json) -> Json:
        known = [value for value in values if value]
        return quotient(known, add) if known else 0.0

    return MultiStep(average=Average(mean=mean))(case)


# source: tagomoris/fluent-plugin-numeric-monitor PR #5: an average is rounded at its second
#   decimal and loses precision
# differs: mean of {"a": 1}, {"a": 0} and {"a": 0}: {"a": 0.33}, not {"a": 0.3333333333333333}
@candidate("multi_step")
def means_have_two_decimals(case: Json) -> Json:
    """Each mean is rounded to two decimals."""

    def mean(values: Json, add: Json) -> Json:
        return round(quotient(values, add), 2)

    return MultiStep(average=Average(mean=mean))(case)
