"""Ports of `multi_step` with one mistake each."""

import math
from typing import Any

from candidates.reference.metric import Values
from candidates.reference.multi_step import Average, MultiStep
from candidates.reference.summation import Number, total
from tools.causes.wrong.making import candidate

Json = Any


# source: Java: DoubleStream.average() adds with Kahan's compensation, not with Neumaier's
# differs: mean of 1.0, 1e100 and -1e100: 0.0, not 0.3333333333333333
@candidate("multi_step")
def the_mean_adds_as_java_does(case: Json) -> Json:
    """Where a name has a float, its mean adds with Kahan's compensation, integers as binary64.

    An infinite plain sum holds where the compensated one is nan. Integers alone are added exactly.
    """

    def kahan(values: Values) -> Number:
        if all(isinstance(value, int) for value in values):
            return total(values)
        kept = lost = plain = 0.0
        for value in map(float, values):
            part = value - lost
            larger = kept + part
            lost = (larger - kept) - part
            kept = larger
            plain += value
        result = kept - lost
        return plain if math.isnan(result) and math.isinf(plain) else result

    return MultiStep(average=Average(sum=kahan))(case)
