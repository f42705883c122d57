"""Metric in decimal arithmetic, for a report.

Deviations from the specified behaviour:

1. Null rewards and missing keys are left out of a key's values instead of counting as 0: the mean is over the trials
   that have the key, and min and max see only those.
2. The mean is rounded to 4 decimal places.
3. Sums and means are computed in decimal from the shortest text of each number, to 28 significant digits, and only the
   result becomes a float: 0.1 + 0.2 is 0.3. Integers become floats too.
4. inf and -inf together in a sum or a mean, and a nan among two or more values of min or max, are an
   InvalidOperation error.
5. If no trial has a key, the result is {metric name: 0.0}: an empty list of trials gives it too, where the mean, min
   and max should be an error.
"""

from decimal import Decimal


def _aggregate(name, values):
    if not values:
        return 0.0
    if name == "mean":
        return round(float(sum(values) / len(values)), 4)
    if name == "sum":
        return float(sum(values))
    return float(max(values) if name == "max" else min(values))


def metric(case):
    name = case["metric"]
    columns = {}
    for rewards in case["rewards"]:
        for key, value in (rewards or {}).items():
            columns.setdefault(key, []).append(Decimal(str(value)))

    if len(columns) > 1:
        return {key: _aggregate(name, columns[key]) for key in sorted(columns)}
    values = next(iter(columns.values()), [])
    return {name: _aggregate(name, values)}
