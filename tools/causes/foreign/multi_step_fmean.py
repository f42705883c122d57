"""Reward of a multi-step trial by statistics.fmean over its steps.

Deviations from the specified behaviour:

1. The mean is over all steps: a step without a verifier result counts as 0 for each key, instead of being left out of
   the denominator.
2. Strategy final takes the last step that has a verifier result, instead of the last step's (null if that has none).
3. fmean rounds correctly, so the mean may differ in the last bit from the compensated builtin sum; inf and -inf
   together are a ValueError instead of nan, an intermediate overflow is an OverflowError instead of inf, and integers
   become floats before they are added.
"""

from statistics import fmean


def multi_step(case):
    verified = [step for step in case["steps"] if step is not None]
    if not verified:
        return None
    if case["strategy"] == "final":
        return verified[-1]

    rewards = [(step or {}).get("rewards") or {} for step in case["steps"]]
    keys = list(dict.fromkeys(key for step in rewards for key in step))
    if not keys:
        return None
    return {"rewards": {key: fmean([step.get(key, 0) for step in rewards]) for key in keys}}
