"""Reward of a multi-step trial by numpy.nanmean.

Deviations from the specified behaviour:

1. In the mean, a key that a step lacks is left out of that key's denominator instead of counting as 0; a step with null or
   empty rewards counts for no key.
2. In the mean, a reward of nan is ignored as if it were missing (nan only if all are).
3. With strategy final and no steps, it is an IndexError instead of null.
4. All values become floats before they are added, and numpy adds them without compensation, so means may differ in
   the last bits.
"""

import warnings

import numpy as np


def multi_step(case):
    steps = case["steps"]
    if case["strategy"] == "final":
        return steps[-1]

    scored = [step["rewards"] or {} for step in steps if step is not None]
    keys = sorted({key for rewards in scored for key in rewards})
    if not keys:
        return None

    table = np.array(
        [[rewards.get(key, np.nan) for key in keys] for rewards in scored], dtype=float
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        means = np.nanmean(table, axis=0)
    return {"rewards": {key: float(mean) for key, mean in zip(keys, means)}}
