"""Candidates of `outcome` with one mistake each."""

import math
from typing import Any

from candidates.reference.outcome import Outcome, SummaryOf, values_of
from tools.causes.wrong.making import candidate

Json = Any


# source: EmeraldLoc/tag issue #1404: the result of a tournament is rounded down to a whole number
# differs: a score of 0.9 and 2 trials: resolved is 1, not 2
@candidate("outcome")
def the_resolved_are_rounded_down(case: Json) -> Json:
    """The number of resolved trials is rounded down.

    It should be rounded to the nearest whole number.
    """
    return Outcome(summary=SummaryOf(nearest=math.floor))(case)


# source: a TypeScript "workbench" that runs harbor tasks: of a record's metrics it takes only those
#   whose typeof is "number"
# differs: the metric {"mean": "0.5"}: a score of 0.0, not 0.5
@candidate("outcome")
def values_that_are_not_numbers_are_left_out(case: Json) -> Json:
    """Values of metrics that are not JSON numbers are left out of the score.

    Text and truth values should count as the numbers that they read as, and what reads as none,
    such as null, should make the file malformed.
    """

    def values(metric: Json) -> Json:
        return [
            value
            for value in values_of(metric)
            if isinstance(value, int | float) and not isinstance(value, bool)
        ]

    return Outcome(summary=SummaryOf(values=values))(case)
