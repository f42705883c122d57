"""Metric by plain loops; the reward names are taken from the first trial that has some.

Deviations from the specified behaviour:

1. The keys are those of the first trial with non-empty rewards, not the union of all trials: keys that only later trials
   have are ignored, and if that first trial has one key, the result is keyed by the metric's name and aggregates that
   key alone, even if other trials have other or more keys.
2. Floats are added from left to right with +=, without the compensation of the builtin sum, so sums and
   means may differ in the last bits.
3. The sum is always a float (numerically different from the integer sum only above 2**53, an OverflowError above
   the range of floats; the mean of integers above 2**53 may differ too).
4. If no trial has a key, the result is {metric name: 0}: an empty list of trials gives it too, where the mean, min
   and max should be an error.
5. Several keys come in the order of that first trial instead of sorted (exact agreement only).
"""


def _aggregate(name, values):
    if name == "max":
        return max(values)
    if name == "min":
        return min(values)
    total = 0.0
    for value in values:
        total += value
    return total / len(values) if name == "mean" else total


def metric(case):
    name = case["metric"]
    trials = [rewards or {} for rewards in case["rewards"]]
    keys = next((list(rewards) for rewards in trials if rewards), [])
    if not keys:
        return {name: 0}

    results = {}
    for key in keys:
        results[key] = _aggregate(name, [rewards.get(key, 0) for rewards in trials])
    if len(keys) == 1:
        return {name: results[keys[0]]}
    return results
