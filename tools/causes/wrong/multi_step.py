"""Wrong implementations of `multi_step`."""

import math
from typing import Any

from tools.causes.wrong.making import candidate


def averaged(steps: list[Any], *, adding: Any = sum, absent: Any = 0) -> Any:
    """Return the mean of each key over the steps that have a verifier's result."""
    rewards = [step["rewards"] or {} for step in steps if step is not None]
    keys = {key for one in rewards for key in one}
    if not keys:
        return None
    return {
        "rewards": {
            key: adding([one.get(key, absent) for one in rewards]) / len(rewards) for key in keys
        }
    }


def selected(case: Any, **how: Any) -> Any:
    """Return the reward of a trial of steps as harbor selects it."""
    steps = case["steps"]
    if case["strategy"] == "final":
        return steps[-1] if steps else None
    return averaged(steps, **how)


@candidate("multi_step")
def right(case: Any) -> Any:
    """No mistake."""
    return selected(case)


@candidate("multi_step")
def divided_by_all(case: Any) -> Any:
    """The mean divides by all steps, also those without a result."""
    if case["strategy"] == "final":
        return selected(case)
    return averaged([step or {"rewards": {}} for step in case["steps"]])


@candidate("multi_step")
def divided_by_having(case: Any) -> Any:
    """Each key is divided by the number of steps that have it."""
    answer = selected(case)
    if case["strategy"] == "final" or answer is None:
        return answer
    rewards = [step["rewards"] or {} for step in case["steps"] if step is not None]
    kept = {key: [one[key] for one in rewards if key in one] for key in answer["rewards"]}
    return {"rewards": {key: sum(values) / len(values) for key, values in kept.items()}}


@candidate("multi_step")
def null_is_final(case: Any) -> Any:
    """Without a strategy the last step counts."""
    return selected({**case, "strategy": case["strategy"] or "final"})


@candidate("multi_step")
def final_is_last_scored(case: Any) -> Any:
    """Of `final`, the last step that has a result counts."""
    if case["strategy"] != "final":
        return selected(case)
    return next((step for step in reversed(case["steps"]) if step is not None), None)


@candidate("multi_step")
def final_is_last_rewarded(case: Any) -> Any:
    """Of `final`, the last step that has rewards counts."""
    if case["strategy"] != "final":
        return selected(case)
    return next((step for step in reversed(case["steps"]) if step and step["rewards"]), None)


@candidate("multi_step")
def always_mean(case: Any) -> Any:
    """The strategy is ignored: every trial has the mean."""
    return averaged(case["steps"])


@candidate("multi_step")
def first_step(case: Any) -> Any:
    """Of `final`, the first step counts."""
    steps = case["steps"]
    if case["strategy"] == "final":
        return steps[0] if steps else None
    return selected(case)


@candidate("multi_step")
def nothing_is_empty(case: Any) -> Any:
    """Where no step has a key the result is an object without rewards, not null."""
    answer = selected(case)
    return {"rewards": {}} if answer is None else answer


@candidate("multi_step")
def nothing_is_null_rewards(case: Any) -> Any:
    """Where no step has a key the rewards are null, not the result."""
    answer = selected(case)
    return {"rewards": None} if answer is None and case["steps"] else answer


@candidate("multi_step")
def reward_alone(case: Any) -> Any:
    """Only the key `reward` is averaged."""
    answer = selected(case)
    if case["strategy"] == "final" or answer is None:
        return answer
    kept = {key: value for key, value in answer["rewards"].items() if key == "reward"}
    return {"rewards": kept} if kept else None


@candidate("multi_step")
def common_keys(case: Any) -> Any:
    """Only keys that every step has are averaged."""
    answer = selected(case)
    if case["strategy"] == "final" or answer is None:
        return answer
    rewards = [step["rewards"] or {} for step in case["steps"] if step is not None]
    kept = {
        key: value for key, value in answer["rewards"].items() if all(key in r for r in rewards)
    }
    return {"rewards": kept} if kept else None


@candidate("multi_step")
def exact_sum(case: Any) -> Any:
    """The mean adds exactly."""
    return selected(case, adding=math.fsum)


@candidate("multi_step")
def plain_loop(case: Any) -> Any:
    """The mean adds without compensation."""

    def adding(values: list[Any]) -> Any:
        total: Any = 0
        for value in values:
            total += value
        return total

    return selected(case, adding=adding)


@candidate("multi_step")
def scores_per_step(case: Any) -> Any:
    """Each value is divided first, and then added."""
    if case["strategy"] == "final":
        return selected(case)
    count = sum(step is not None for step in case["steps"])
    divided = [
        step and {"rewards": {k: v / count for k, v in (step["rewards"] or {}).items()}}
        for step in case["steps"]
    ]
    answer = averaged(divided)
    return answer and {"rewards": {key: value * count for key, value in answer["rewards"].items()}}


@candidate("multi_step")
def null_rewards_left_out(case: Any) -> Any:
    """A step whose rewards are null does not count in the mean."""
    if case["strategy"] == "final":
        return selected(case)
    return averaged([step for step in case["steps"] if step and step["rewards"] is not None])


@candidate("multi_step")
def empty_rewards_left_out(case: Any) -> Any:
    """A step without any key does not count in the mean."""
    if case["strategy"] == "final":
        return selected(case)
    return averaged([step for step in case["steps"] if step and step["rewards"]])


@candidate("multi_step")
def best_step(case: Any) -> Any:
    """The mean is the maximum of each key."""
    if case["strategy"] == "final":
        return selected(case)
    rewards = [step["rewards"] or {} for step in case["steps"] if step is not None]
    keys = {key for one in rewards for key in one}
    best = {key: max(float(one.get(key, 0)) for one in rewards) for key in keys}
    return {"rewards": best} if best else None
