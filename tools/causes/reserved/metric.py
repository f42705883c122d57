"""Reserved mistakes in `metric`."""

import math
from typing import Any

from candidates.reference.metric import (
    Columns,
    Metric,
    maximum,
    minimum,
)
from tools.causes.wrong.making import candidate

Json = Any


# source: a habit of JavaScript, Java and numpy: Math.max and np.max are nan if any value is
# differs: max of 1 and nan: nan, not 1
@candidate("metric")
def nan_anywhere_makes_max_and_min_nan(case: Json) -> Json:
    """The maximum and the minimum are nan if any of the values is nan."""

    def unless_nan(choose: Json) -> Json:
        return lambda values: math.nan if any(map(math.isnan, values)) else choose(values)

    return Metric(max=unless_nan(maximum), min=unless_nan(minimum))(case)


# source: a habit of JavaScript: rewards.reduce((a, b) => a + b, 0), as spec/000 describes sums
# differs: sum of ten times 0.1: 0.9999999999999999, not 1.0
@candidate("metric")
def values_are_added_one_by_one_as_binary64(case: Json) -> Json:
    """All values become binary64 and are added from left to right without a correction."""

    def add(values: Json) -> Json:
        kept = 0.0
        for value in values:
            kept += float(value)
        return kept

    return Metric(sum=add)(case)


# source: another reading of spec/000: the reward key is discarded, and it is "reward"
# differs: mean of {"score": 1}: {"score": 1.0}, not {"mean": 1.0}
@candidate("metric")
def only_name_stays_unless_it_is_reward(case: Json) -> Json:
    """A single reward name labels the result itself, unless it is the name reward."""

    def label(metric: Json, names: Json) -> Json:
        return names[0] if names and names != ["reward"] else metric

    return Metric(columns=Columns(label=label))(case)
