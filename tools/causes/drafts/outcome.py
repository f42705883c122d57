"""Ports of `outcome` with one mistake each."""

import math
from typing import Any

from candidates.reference.outcome import (
    Counts,
    MalformedError,
    Outcome,
    SummaryOf,
    count_of,
    total_of,
)
from candidates.reference.python_json import Parser
from tools.causes.wrong.making import candidate

Json = Any

_LARGEST = 2**63 - 1


# source: spec/000 §5: "resolved = round(score * total)", and the next rule of the list gives
#   total as n_total_trials or n_completed_trials + n_errored_trials
# differs: a score of 1, 0 planned and 3 completed trials: "resolved": 3, not 0
@candidate("outcome")
def resolved_is_of_the_total_of_the_line(case: Json) -> Json:
    """Resolved is the score times the line's total, also where that is completed plus errored.

    It should be the score times n_total_trials, which is 0 there.
    """

    def product(score: float, counts: Counts) -> float:
        return score * float(total_of(counts))

    return Outcome(summary=SummaryOf(product=product))(case)


# source: jq: .stats.n_errored_trials == 0 is false of null; spec/000 §5: "completed iff
#   stats.n_errored_trials == 0, else failed"
# differs: {"stats": {}}: "status": "failed", not "completed"
@candidate("outcome")
def an_unknown_error_count_is_a_failure(case: Json) -> Json:
    """The status is failed where n_errored_trials is absent or null; it should count as 0."""

    def summary(result: object) -> Json:
        made: Json = SummaryOf()(result)
        found: Json = result
        unknown = found.get("stats", {}).get("n_errored_trials") is None
        return made | {"status": "failed"} if unknown else made

    return Outcome(summary=summary)(case)


# source: Java: (long) Math.rint(x) is 0 for NaN and Long.MAX_VALUE for an infinity; spec/000 §6:
#   "a nan reward propagates", so it does not look like an error
# differs: a mean of NaN: completed with a score of NaN and "resolved": 0, not malformed
@candidate("outcome")
def resolved_is_cast_to_64_bits(case: Json) -> Json:
    """Resolved is 0 for a product of nan, and beyond 64 bits it is the nearest of 64 bits.

    The file is malformed for neither nan nor an infinity.
    """

    def nearest(product: float) -> int:
        if math.isnan(product):
            return 0
        if math.isinf(product):
            return _LARGEST if product > 0 else -_LARGEST - 1
        return max(-_LARGEST - 1, min(round(product), _LARGEST))

    return Outcome(summary=SummaryOf(nearest=nearest))(case)


# source: Go: json.Unmarshal of 3.0 or 3.5 into a field of type int is an error
# differs: "n_total_trials": 2.5: malformed, not 2 trials
@candidate("outcome")
def counts_have_no_point(case: Json) -> Json:
    """A count that is a number with a point or an exponent makes the file malformed.

    Its fraction should be cut off.
    """

    def count(value: object) -> int:
        if isinstance(value, float):
            raise MalformedError
        return count_of(value)

    return Outcome(summary=SummaryOf(count=count))(case)


# source: Java: Jackson refuses NaN and Infinity as JSON by default; the text says json.loads only
# differs: {"x": NaN}: malformed, not a score of 0.0
@candidate("outcome")
def the_words_for_floats_are_no_json(case: Json) -> Json:
    """NaN, Infinity and -Infinity as words anywhere in the file make it malformed."""
    return Outcome(parse=Parser(constants={}))(case)
