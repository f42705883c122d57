"""Mistakes of ports in `outcome`."""

import math
from typing import Any

from candidates.reference.outcome import (
    MalformedError,
    MeanOf,
    Outcome,
    SummaryOf,
    count_of,
    member_of,
    number_of,
    values_of,
)
from tools.causes.wrong.making import candidate

Json = Any


# source: JavaScript: if (metric.mean), where a mean of 0 is false
# differs: metrics [{"mean": 0, "max": 1}]: score 0.5, not 0.0
@candidate("outcome")
def mean_of_zero_does_not_stand_alone(case: Json) -> Json:
    """Every value of a metric is taken if its mean is 0, as if there were no mean."""

    def values(metric: Json) -> Json:
        mean = metric.get("mean")
        nothing = isinstance(mean, int | float) and mean == 0
        return [*metric.values()] if nothing else values_of(metric)

    return Outcome(summary=SummaryOf(values=values))(case)


# source: Rust: (score * total).round_ties_even() as i64, which saturates and makes nan 0
# differs: a mean of NaN and 1 trial: resolved 0 and reason_code null, not harbor_result_malformed
@candidate("outcome")
def resolved_trials_are_cast_to_64_bits(case: Json) -> Json:
    """Resolved trials of nan are 0, and those beyond 64 bits the largest or least integer."""

    def nearest(product: Json) -> Json:
        if math.isnan(product):
            return 0
        return round(max(-(2.0**63), product)) if product < 2.0**63 else 2**63 - 1

    return Outcome(summary=SummaryOf(nearest=nearest))(case)


# source: .NET: JsonElement.GetInt32, which throws for a larger number
# differs: n_total_trials 3000000000: harbor_result_malformed, not a total of 3000000000
@candidate("outcome")
def count_beyond_32_bits_is_malformed(case: Json) -> Json:
    """A count beyond a signed integer of 32 bits makes the file malformed."""

    def count(value: Json) -> Json:
        counted = count_of(value)
        if not -(2**31) <= counted < 2**31:
            raise MalformedError
        return counted

    return Outcome(summary=SummaryOf(count=count))(case)


# source: JavaScript: Object.values(stats.evals), which takes an array as well
# differs: evals [{"metrics": [{"mean": 1}]}]: score 1.0, not harbor_result_malformed
@candidate("outcome")
def groups_may_be_in_a_list(case: Json) -> Json:
    """The groups in evals may be the elements of a list instead of the members of an object."""

    def member(members: Json, name: str) -> Json:
        found = member_of(members, name)
        if name == "evals" and isinstance(found, list):
            return dict(enumerate(found))
        return found

    return Outcome(summary=SummaryOf(member=member))(case)


# source: Julia: mean(Float64[]), which is NaN, and round(Int, NaN), which throws
# differs: no metrics: harbor_result_malformed, not a score of 0.0
@candidate("outcome")
def result_without_metrics_is_malformed(case: Json) -> Json:
    """A file without any metric is malformed, since the mean of nothing is nan."""
    return Outcome(summary=SummaryOf(mean=lambda xs: MeanOf()(xs) if xs else math.nan))(case)


# source: Ruby: value.to_f, which nil has too
# differs: metrics [{"mean": null}]: score 0.0 and reason_code null, not harbor_result_malformed
@candidate("outcome")
def null_value_of_a_metric_is_zero(case: Json) -> Json:
    """A null value of a metric counts as 0.0."""

    def number(value: Json) -> Json:
        return 0.0 if value is None else number_of(value)

    return Outcome(summary=SummaryOf(number=number))(case)
