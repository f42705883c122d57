"""First versions of `metric`, written from the texts, with one mistake each."""

import math
from typing import Any

from candidates.reference.metric import metric
from tools.causes.wrong.making import candidate

Json = Any


# source: spec/000 §3.2, "values": []float64 in Go, as in any language with one type of number
# differs: sum of 9007199254740993 and 1: 9007199254740992.0, not 9007199254740994
@candidate("metric")
def values_are_binary64_from_the_start(case: Json) -> Json:
    """Integer rewards are rounded to binary64, beyond its range to an infinity, before all else.

    What counts as 0 because it is missing stays an integer.
    """

    def binary64(value: Json) -> float:
        try:
            return float(value)
        except OverflowError:
            return math.inf if value > 0 else -math.inf

    rewards = [
        each and {name: binary64(value) for name, value in each.items()} for each in case["rewards"]
    ]
    return metric(case | {"rewards": rewards})
