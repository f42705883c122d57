"""Reward of a multi-step trial by a Counter of totals.

Deviations from the specified behaviour:

1. With strategy final, a last step without a verifier result gives {"rewards": null} instead of null, and so does a
   trial without steps.
2. Means are rounded to 4 decimal places.
3. Totals are added from left to right without the compensation of the builtin sum; after the rounding this shows only
   where values cancel, are large, or lie at a rounding boundary.
"""

from collections import Counter


def multi_step(case):
    steps = case["steps"]
    if case["strategy"] == "final":
        last = (steps[-1] if steps else None) or {}
        return {"rewards": last.get("rewards")}

    totals = Counter()
    n_verified = 0
    for step in steps:
        if step is None:
            continue
        n_verified += 1
        totals.update(step["rewards"] or {})
    if not totals:
        return None
    return {"rewards": {key: round(total / n_verified, 4) for key, total in totals.items()}}
