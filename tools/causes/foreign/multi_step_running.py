"""Reward of a multi-step trial as a running average.

Deviations from the specified behaviour:

1. In the mean, the keys are those of the first step with non-empty rewards: keys that only later steps have are lost.
2. In the mean, a step whose rewards are null or empty is left out of the denominator instead of counting as 0 for
   each key.
3. The mean is updated step by step, mean += (value - mean) / count, which may differ from the quotient of the sum in the last
   bits, and makes nan of an infinite reward that a further counted step follows.
4. If no step has rewards, the mean is {"rewards": null} instead of null.
"""


def multi_step(case):
    steps = case["steps"]
    if case["strategy"] == "final":
        return steps[-1] if steps else None

    means = {}
    count = 0
    for step in steps:
        if not step or not step["rewards"]:
            continue
        rewards = step["rewards"]
        if count == 0:
            means = dict.fromkeys(rewards, 0.0)
        count += 1
        for key in means:
            means[key] += (rewards.get(key, 0.0) - means[key]) / count
    return {"rewards": means or None}
