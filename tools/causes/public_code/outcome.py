"""Mistakes in `outcome` that public code makes."""

import math
from typing import Any

from candidates.reference.outcome import (
    MalformedError,
    Outcome,
    SummaryOf,
    count_of,
    mean_of_all,
)
from tools.causes.wrong.making import candidate

Json = Any


# source: the same report in TypeScript, which takes a mean only if Number.isFinite holds
# differs: metrics [{"mean": NaN}, {"mean": 1}]: score 1.0, not harbor_result_malformed
@candidate("outcome")
def sample_that_is_not_finite_is_left_out(case: Json) -> Json:
    """Samples that are nan or infinite are left out of the score."""

    def score(samples: Json, mean: Json) -> Json:
        finite = [[[*filter(math.isfinite, metric)] for metric in group] for group in samples]
        return mean_of_all(finite, mean)

    return Outcome(summary=SummaryOf(score=score))(case)


# source: the same report in TypeScript, where a count has to pass Number.isInteger
# differs: "n_total_trials": 2.5: harbor_result_malformed, not a total of 2
@candidate("outcome")
def count_with_a_fraction_is_malformed(case: Json) -> Json:
    """A count that is a number with a fraction is malformed instead of being cut off."""

    def count(value: Json) -> Json:
        if isinstance(value, float) and not value.is_integer():
            raise MalformedError
        return count_of(value)

    return Outcome(summary=SummaryOf(count=count))(case)
