"""Mistakes in `outcome` that public code makes."""

import math
from typing import Any

from candidates.reference.outcome import (
    MalformedError,
    Outcome,
    SummaryOf,
    count_of,
    elements_of,
    mean_of_all,
    member_of,
)
from tools.causes.wrong.making import candidate

Json = Any


# source: the same report in TypeScript, which reads metrics[0] of each group
# differs: metrics [{"mean": 1}, {"max": 0}] in one group: score 1.0, not 0.5
@candidate("outcome")
def only_the_first_metric_of_a_group_is_read(case: Json) -> Json:
    """Of the metrics of a group, only the first gives samples for the score."""
    summary = SummaryOf(elements=lambda value: elements_of(value)[:1])
    return Outcome(summary=summary)(case)


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


# source: readers of harbor's files with data.get(name) or {} for each member
# differs: "stats": null: score 0.0 and status "completed", not harbor_result_malformed
@candidate("outcome")
def member_of_null_counts_as_absent(case: Json) -> Json:
    """A member that is null counts as if it were absent."""

    def member(members: Json, name: Json) -> Json:
        return member_of({} if members.get(name) is None else members, name)

    return Outcome(summary=SummaryOf(member=member))(case)
