"""What public implementations of pass@k do differently."""

from typing import Any

from candidates.reference.pass_at_k import Average, PassAtK, Success, binary, estimate, only_value
from tools.causes.wrong.making import candidate

Json = Any

_TOLERANCE = 1e-6


# source: tau2's `is_successful`: `(1 - 1e-6) <= reward <= (1 + 1e-6)`
# differs: two attempts at a task, of 0.9999999 each: {"2": 1.0}, not no pass@k
@candidate("pass_at_k")
def almost_one_is_a_success(case: Json) -> Json:
    """A reward within 1e-6 of 1 counts as a success, not only 1 itself."""

    def success(value: Json) -> int | None:
        return 1 if 1 - _TOLERANCE <= value <= 1 + _TOLERANCE else binary(value)

    return PassAtK(success=Success(binary=success))(case)


# source: scripts that skip a task for a k: `if n < k: continue`, with k up to the longest list
# differs: two attempts at t, of 1 and 0, and one at u, of 0: {"2": 1.0}, not no pass@k
@candidate("pass_at_k")
def tasks_with_fewer_attempts_are_skipped(case: Json) -> Json:
    """Each k up to the most attempts at any task averages the tasks with k or more attempts."""

    def average(tasks: Json, k: int) -> Json:
        return Average()([attempts for attempts in tasks if len(attempts) >= k], k)

    return PassAtK(fewest=max, average=average)(case)


# source: harnesses that give the estimator the totals of the run instead of those of a problem
# differs: two attempts at t, of 1 each, and two at u, of 0 each: {"2": 0.8333333333333334}, not 0.5
@candidate("pass_at_k")
def attempts_of_all_tasks_are_pooled(case: Json) -> Json:
    """The estimate is made once, of the attempts and successes of all tasks together."""

    def average(tasks: Json, k: int) -> Json:
        return estimate(sum(map(len, tasks)), sum(map(sum, tasks)), k)

    return PassAtK(average=average)(case)


# source: tasksets that prefer `data.get("reward")` to the other members of an object
# differs: two attempts of {"reward": 1, "style": 0.5} each: {"2": 1.0}, not no pass@k
@candidate("pass_at_k")
def the_name_reward_decides_among_several(case: Json) -> Json:
    """Of several rewards the one named `reward` decides on a success."""

    def value(rewards: Json) -> Json:
        return rewards["reward"] if "reward" in rewards else only_value(rewards)

    return PassAtK(success=Success(value=value))(case)
