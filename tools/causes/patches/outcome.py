"""Patches to `outcome` that break one rule each."""

import math
from typing import Any

from candidates.reference.outcome import (
    Outcome,
    SummaryOf,
    count_of,
    mean_of_all,
    total_of,
    values_of,
)
from tools.causes.wrong.making import candidate

Json = Any


# source: patch "compute the total first", which then takes the place of the trials
#   (outcome.py:140)
# differs: n_total_trials 0, 2 completed, score 1.0: 2 resolved, not 0
@candidate("outcome")
def resolved_is_of_the_printed_total(case: Json) -> Json:
    """The resolved trials are the score times the printed total, not times n_total_trials.

    The two differ where n_total_trials is 0.
    """

    def product(score: float, counts: Json) -> float:
        return score * float(total_of(counts))

    return Outcome(summary=SummaryOf(product=product))(case)


# source: patch "round as in the table of the site" where the resolved trials are made whole
# differs: score 0.5 of 5 trials: 3 resolved, not 2
@candidate("outcome")
def resolved_is_rounded_half_up(case: Json) -> Json:
    """The resolved trials are floor(product + 0.5), so a half goes up, not to the even number."""

    def nearest(product: float) -> int:
        return math.floor(product + 0.5)

    return Outcome(summary=SummaryOf(nearest=nearest))(case)


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


# source: patch "one value a metric": two branches became one call of get (outcome.py, values_of)
# differs: metric {"max": 1, "min": 0}: score 1.0, not 0.5
@candidate("outcome")
def a_metric_without_a_mean_gives_its_first_value(case: Json) -> Json:
    """Of a metric without "mean" only the first value counts; every value should.

    The first is that of the file's order; a metric without any value still gives none.
    """

    def values(metric: Json) -> Json:
        return values_of(metric)[:1]

    return Outcome(summary=SummaryOf(values=values))(case)


# source: patch "counts are never negative" where a value is read as an integer (outcome.mjs:151)
# differs: n_errored_trials -1: status completed, not failed
@candidate("outcome")
def a_negative_count_is_zero(case: Json) -> Json:
    """Each of the three counts is 0 where it is negative."""

    def count(value: Json) -> int:
        return max(count_of(value), 0)

    return Outcome(summary=SummaryOf(count=count))(case)
