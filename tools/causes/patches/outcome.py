"""Patches to `outcome` that break one rule each."""

import math
from typing import Any

from candidates.reference.outcome import (
    Outcome,
    SummaryOf,
    count_of,
    mean_of_all,
)
from tools.causes.wrong.making import candidate

Json = Any


# source: patch "skip nan" at the loop over a metric's values (outcome.rs:123)
# differs: metrics {"mean": NaN} and {"mean": 1}: score 1.0, not harbor_result_malformed
@candidate("outcome")
def a_nan_sample_is_skipped(case: Json) -> Json:
    """A sample that is nan is left out of the score, and of its count."""

    def score(samples: Json, mean: Json) -> float:
        kept = [
            [[value for value in metric if not math.isnan(value)] for metric in group]
            for group in samples
        ]
        return mean_of_all(kept, mean)

    return Outcome(summary=SummaryOf(score=score))(case)


# source: patch "counts are never negative" where a value is read as an integer (outcome.mjs:151)
# differs: n_errored_trials -1: status completed, not failed
@candidate("outcome")
def a_negative_count_is_zero(case: Json) -> Json:
    """Each of the three counts is 0 where it is negative."""

    def count(value: Json) -> int:
        return max(count_of(value), 0)

    return Outcome(summary=SummaryOf(count=count))(case)
