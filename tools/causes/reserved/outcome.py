"""Reserved mistakes in `outcome`."""

from typing import Any

from candidates.reference.outcome import (
    MalformedError,
    Outcome,
    SummaryOf,
    elements_of,
    number_of,
    object_of,
    values_of,
)
from tools.causes.wrong.making import candidate

Json = Any


# source: public readers of result.json: evals[key]["metrics"][0]["mean"]
# differs: metrics [{"mean": 1}, {"max": 0}]: score 1.0, not 0.5
@candidate("outcome")
def only_the_first_metric_of_a_group_counts(case: Json) -> Json:
    """The score is over the first metric of each group; further ones are ignored."""

    def score(samples: Json, mean: Json) -> Json:
        return mean([value for group in samples for metric in group[:1] for value in metric])

    return Outcome(summary=SummaryOf(score=score))(case)


# source: a habit of shell and Python: [ -s result.json ], if not content
# differs: a file of no bytes: harbor_result_missing, not harbor_result_malformed
@candidate("outcome")
def file_without_bytes_is_missing(case: Json) -> Json:
    """A result.json without bytes is reported as missing."""
    return Outcome()({"result": case["result"] or None})


# source: harbor view, which passes over a file that cannot be read, and public code like it
# differs: metrics [{"mean": null}, {"mean": 1}]: score 1.0, not harbor_result_malformed
@candidate("outcome")
def metrics_that_cannot_be_read_are_left_out(case: Json) -> Json:
    """A metric without readable numbers is left out instead of spoiling the whole file."""

    def readable(metric: Json) -> bool:
        try:
            for value in values_of(object_of(metric)):
                number_of(value)
        except (MalformedError, ValueError, OverflowError):
            return False
        return True

    def elements(value: Json) -> Json:
        return [*filter(readable, elements_of(value))]

    return Outcome(summary=SummaryOf(elements=elements))(case)
