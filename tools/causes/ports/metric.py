"""Mistakes of ports in `metric`."""

import math
import re
from typing import Any

from candidates.reference.metric import (
    Columns,
    Metric,
    only_value,
    quotient,
    value_of,
)
from tools.causes.wrong.making import candidate

Json = Any

_NUMERIC_IN_PHP = re.compile(
    r"\s*[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?\s*",
    re.ASCII,
)


def _is_nan(value: Json) -> bool:
    return isinstance(value, float) and math.isnan(value)


# source: pandas: DataFrame(rewards).fillna(0), which fills nan as well as what is missing
# differs: mean of nan and 1: 0.5, not nan
@candidate("metric")
def nan_is_filled_with_zero(case: Json) -> Json:
    """A reward of nan counts as 0, as a missing one does."""

    def filled(value: Json) -> Json:
        return 0 if _is_nan(value) else value

    columns = Columns(
        only_value=lambda rewards: filled(only_value(rewards)),
        value=lambda rewards, name: filled(value_of(rewards, name)),
    )
    return Metric(columns=columns)(case)


# source: Ruby: values.sum / values.length, where two integers have an integer quotient
# differs: mean of 1 and 0: 0, not 0.5
@candidate("metric")
def mean_of_integers_is_rounded_down(case: Json) -> Json:
    """The mean of integers only is rounded down to an integer."""

    def mean(values: Json, add: Json) -> Json:
        added = add(values)
        return added // len(values) if isinstance(added, int) else quotient(values, add)

    return Metric(mean=mean)(case)


# source: PHP: in_array($name, $names), which compares numeric text as numbers
# differs: mean of {"1": 1, "1.0": 0}: {"mean": 1.0}, not {"1": 1.0, "1.0": 0.0}
@candidate("metric")
def names_that_are_the_same_number_are_one_name(case: Json) -> Json:
    """Of reward names that read as the same number only the first that comes up is kept."""

    def loosely(name: str) -> Json:
        return float(name) if _NUMERIC_IN_PHP.fullmatch(name) else name

    def names(trials: Json) -> Json:
        kept: dict[Json, str] = {}
        for rewards in trials:
            for name in rewards or {}:
                kept.setdefault(loosely(name), name)
        return sorted(kept.values())

    return Metric(columns=Columns(names=names))(case)
