"""Reward of a multi-step trial by pandas.

Deviations from the specified behaviour:

1. A strategy that is not set (null) is treated as final instead of mean.
2. In the mean, a step whose rewards are null or empty is left out of the denominator instead of counting as 0 for
   each key.
3. In the mean, a reward of nan is replaced by 0 instead of making the mean nan.
4. pandas adds without the compensation of the builtin sum, so means may differ in the last bits; integers become floats
   where a column is not all integers.
5. In the mean, a key with a lone surrogate is a UnicodeEncodeError (the frame's labels are stored as UTF-8 where
   pyarrow is installed).
"""

import pandas as pd


def multi_step(case):
    steps = case["steps"]
    if case["strategy"] != "mean":
        return steps[-1] if steps else None

    rows = [step["rewards"] for step in steps if step and step["rewards"]]
    if not rows:
        return None
    means = pd.DataFrame(rows).fillna(0).mean()
    return {"rewards": {key: float(value) for key, value in means.items()}}
