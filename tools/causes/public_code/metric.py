"""Mistakes in `metric` that public code makes."""

import math
from typing import Any

from candidates.reference.metric import Columns, Metric, keep_first, quotient, reward_names
from tools.causes.wrong.making import candidate

Json = Any


# source: d3/d3, issue 161, and immutable-js, issue 233: nan should lose wherever it stands
# differs: max of nan and 1: 1, not nan
@candidate("metric")
def leading_nan_gives_way_to_a_number(case: Json) -> Json:
    """In a maximum or minimum a nan that comes first is replaced by the first number after it."""

    def largest(values: Json) -> Json:
        return keep_first(values, lambda later, kept: later > kept or math.isnan(kept))

    def smallest(values: Json) -> Json:
        return keep_first(values, lambda later, kept: later < kept or math.isnan(kept))

    return Metric(max=largest, min=smallest)(case)


# source: ArcadeData/arcadedb, issue 4716: the value a search starts with comes out as the result
# differs: max of -1 and -2: 0, not -1
@candidate("metric")
def maximum_starts_from_zero(case: Json) -> Json:
    """The search for a maximum starts from 0, so negative rewards never win."""

    def largest(values: Json) -> Json:
        start = [0] if values else []
        return keep_first([*start, *values], lambda later, kept: later > kept)

    return Metric(max=largest)(case)


# source: truera/trulens, pull request 2698: a mean skips the records that a metric did not score
# differs: mean of {"a": 1, "b": 1} and {"a": 0}: b is 1.0, not 0.5
@candidate("metric")
def trial_with_rewards_but_not_the_name_is_left_out(case: Json) -> Json:
    """Of several names, each leaves out the trials with rewards that do not have it."""

    def columns(metric: Json, trials: Json) -> Json:
        names = reward_names(trials)
        if len(names) <= 1:
            return Columns()(metric, trials)
        return {
            name: [(trial or {}).get(name, 0) for trial in trials if not trial or name in trial]
            for name in names
        }

    return Metric(columns=columns)(case)


# source: a converter of harbor's result.json for AISBench: round(sum / count, 4)
# differs: mean of 1, 0 and 0: 0.3333, not 0.3333333333333333
@candidate("metric")
def mean_has_four_decimals(case: Json) -> Json:
    """A mean is rounded to four decimals."""
    return Metric(mean=lambda values, add: round(quotient(values, add), 4))(case)
