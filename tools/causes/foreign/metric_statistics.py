"""Metric by the statistics module.

Deviations from the specified behaviour:

1. Trials whose rewards are null, or an empty object, are dropped before aggregating instead of counting as 0 (a key that
   is missing from a trial with other keys does count as 0).
2. If nothing remains, the result is {metric name: 0.0}: an empty list of trials gives it too, where the mean, min
   and max should be an error.
3. The mean is statistics.fmean and the sum math.fsum: correctly rounded, so they may differ in the last bit from
   the compensated builtin sum; inf and -inf together are a ValueError instead of nan, and an intermediate overflow is an
   OverflowError instead of inf.
4. The sum of integers is a float (numerically different only above 2**53; an OverflowError above the range of floats).
"""

import math
import statistics

AGGREGATES = {
    "mean": statistics.fmean,
    "sum": math.fsum,
    "min": min,
    "max": max,
}


def metric(case):
    name = case["metric"]
    aggregate = AGGREGATES[name]
    scored = [rewards for rewards in case["rewards"] if rewards]
    if not scored:
        return {name: 0.0}

    keys = sorted(set().union(*scored))
    if len(keys) == 1:
        return {name: aggregate([rewards[keys[0]] for rewards in scored])}
    return {key: aggregate([rewards.get(key, 0) for rewards in scored]) for key in keys}
