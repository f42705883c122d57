"""Ports of `outcome` with one mistake each."""

from typing import Any

from candidates.reference.outcome import (
    MalformedError,
    Outcome,
    SummaryOf,
    count_of,
    elements_of,
    number_of,
)
from candidates.reference.python_float import WHITE_SPACE
from tools.causes.wrong.making import candidate

Json = Any


# source: JavaScript: `Number("")` is 0
# differs: metrics [{"mean": ""}]: a score of 0.0, not harbor_result_malformed
@candidate("outcome")
def blank_text_is_the_value_zero(case: Json) -> Json:
    """A metric's value that is a text of nothing or of white space counts as 0.0.

    It should make the file malformed.
    """

    def number(value: object) -> float:
        if isinstance(value, str) and not value.strip(WHITE_SPACE):
            return 0.0
        return number_of(value)

    return Outcome(summary=SummaryOf(number=number))(case)


# source: jq: `.stats.evals[].metrics[]?`, whose `?` drops the error "Cannot iterate over null"
# differs: "metrics": null: a score of 0.0, not harbor_result_malformed
@candidate("outcome")
def metrics_that_are_no_list_are_none(case: Json) -> Json:
    """A group whose metrics are null, a number, a truth value or text has no metrics.

    It should make the file malformed.
    """

    def elements(value: object) -> list[object]:
        return elements_of(value) if isinstance(value, list | dict) else []

    return Outcome(summary=SummaryOf(elements=elements))(case)


# source: TypeScript: `metric.mean ? [metric.mean] : Object.values(metric)`
# differs: metrics [{"mean": 0, "speed": 1}]: a score of 0.5, not 0.0
@candidate("outcome")
def a_mean_of_zero_is_no_mean(case: Json) -> Json:
    """A metric whose "mean" equals 0 counts as one without that name.

    So its other values are samples too.
    """

    def values(metric: Json) -> list[object]:
        if "mean" in metric and metric["mean"] != 0:
            return [metric["mean"]]
        return list(metric.values())

    return Outcome(summary=SummaryOf(values=values))(case)


# source: Ruby: `total || completed + errored`, where 0 is truthy (as TypeScript's `??`, for which 0
#   is there)
# differs: n_total_trials 0 and n_completed_trials 1: "total": 0, not 1
@candidate("outcome")
def a_total_of_zero_stays_zero(case: Json) -> Json:
    """The total is n_total_trials even where that is 0.

    It should be the completed and the errored trials there.
    """
    return Outcome(summary=SummaryOf(total=lambda counts: counts.trials))(case)


# source: Java: Jackson's `JsonNode.asInt()`, which is 0 for what it cannot convert
# differs: "n_total_trials": "n/a": the summary of no planned trials, not harbor_result_malformed
@candidate("outcome")
def unreadable_counts_are_zero(case: Json) -> Json:
    """A number of trials that cannot be read as an integer counts as 0, not as malformed.

    That is text but no integer, or a list or object with members.
    """

    def count(value: object) -> int:
        try:
            return count_of(value)
        except MalformedError:
            return 0

    return Outcome(summary=SummaryOf(count=count))(case)
