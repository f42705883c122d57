"""Mistakes in `outcome` from a fresh reading of the texts."""

from functools import reduce
from operator import add
from typing import Any

from candidates.reference.outcome import (
    MalformedError,
    MeanOf,
    Outcome,
    SummaryOf,
    count_of,
    mean_of_all,
)
from tools.causes.wrong.making import candidate

Json = Any


# source: a hurried reading, which passes over a not in spec/000 section 5: combine them first
# differs: metrics [{"a": 1, "b": 0}, {"mean": 1}]: score 0.75, not 0.6666666666666666
@candidate("outcome")
def values_of_a_metric_are_averaged_first(case: Json) -> Json:
    """The score is the mean of each metric's own mean, so a metric of many values weighs one."""

    def score(samples: Json, mean: Json) -> Json:
        return mean([mean(metric) for group in samples for metric in group if metric])

    return Outcome(summary=SummaryOf(score=score))(case)


# source: a reading of spec/000 section 5: mean marks the metric of a single reward
# differs: metrics [{"mean": 1, "speed": 0}]: score 0.5, not 1.0
@candidate("outcome")
def mean_beside_other_names_is_one_of_many(case: Json) -> Json:
    """All values of a metric count, also where one of several is named mean."""
    return Outcome(summary=SummaryOf(values=lambda metric: [*metric.values()]))(case)


# source: spec/001: the scorer clamps to [0, 1], and a reward is from 0.0 to 1.0
# differs: metrics [{"sum": 3}]: score 1.0, not 3.0
@candidate("outcome")
def score_is_clamped_to_zero_and_one(case: Json) -> Json:
    """A score above 1 becomes 1.0 and one below 0 becomes 0.0."""

    def score(samples: Json, mean: Json) -> Json:
        found = mean_of_all(samples, mean)
        return 1.0 if found > 1 else 0.0 if found < 0 else found

    return Outcome(summary=SummaryOf(score=score))(case)


# source: spec/000 section 6: a sum is a left-to-right sequential addition of floats
# differs: means of ten groups of 0.1: score 0.09999999999999999, not 0.1
@candidate("outcome")
def score_is_of_a_plain_sum_from_left_to_right(case: Json) -> Json:
    """The values are added one by one without a correction for rounding."""
    mean = MeanOf(add=lambda values: reduce(add, values, 0.0))
    return Outcome(summary=SummaryOf(mean=mean))(case)


# source: a Go developer: the counts are fields of type int of a struct
# differs: n_total_trials "3": harbor_result_malformed, not 3
@candidate("outcome")
def counts_must_be_integers_in_the_file(case: Json) -> Json:
    """A count that is neither an integer nor null makes the file malformed."""

    def count(value: Json) -> int:
        if isinstance(value, bool) or not (value is None or isinstance(value, int)):
            raise MalformedError
        return count_of(value)

    return Outcome(summary=SummaryOf(count=count))(case)
