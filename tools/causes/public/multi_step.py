"""Mistakes in `multi_step` that people make."""

from typing import Any

from candidates.reference.multi_step import Average, MultiStep
from candidates.reference.multi_step import multi_step as right
from tools.causes.wrong.making import candidate


# source: a habit: reward = sum(rewards) / len(steps), with steps that were never verified worth 0
# differs: mean of [{"reward": 1}, no result]: {"reward": 0.5}, not {"reward": 1.0}
@candidate("multi_step")
def every_step_is_in_the_denominator(case: Any) -> Any:
    """A step without a verifier result counts as a step of 0 instead of being left out."""
    average = Average(rows=lambda steps: [(one and one["rewards"]) or {} for one in steps])
    return MultiStep(average=average)(case)


# source: a habit: next(s for s in reversed(steps) if s.verifier_result),
#   rewards.filter(Boolean).at(-1)
# differs: final of [{"reward": 1}, no result]: {"reward": 1}, not null
@candidate("multi_step")
def final_is_the_last_step_with_a_result(case: Any) -> Any:
    """The final strategy takes the last step that has a result, not the last step."""
    final = lambda steps: next((one for one in reversed(steps) if one is not None), None)  # noqa: E731
    return MultiStep(final=final)(case)


# source: a habit of defaultdict(list): collect the values by name, then mean of each list;
#   pandas' skipna
# differs: mean of [{"a": 1, "b": 1}, {"a": 0}]: b is 1.0, not 0.5
@candidate("multi_step")
def name_is_averaged_over_its_own_steps(case: Any) -> Any:
    """A key's mean is over the steps that have that key; a missing key is not 0."""

    def columns(rows: Any) -> Any:
        found: dict[str, list[Any]] = {}
        for row in rows:
            for name, value in row.items():
                found.setdefault(name, []).append(value)
        return found

    return MultiStep(average=Average(columns=columns))(case)


# source: a habit: `if result.verifier_result and result.verifier_result.rewards`
# differs: mean of [{"reward": 1}, a result with null rewards]: 1.0, not 0.5
@candidate("multi_step")
def null_rewards_leave_a_step_out(case: Any) -> Any:
    """A step whose result has null or empty rewards is left out of the denominator too."""
    average = Average(
        rows=lambda steps: [one["rewards"] for one in steps if one and one["rewards"]]
    )
    return MultiStep(average=average)(case)


# source: a fork of harbor for multi-turn tasks (tests:
#   test_task_summary_uses_final_reward_for_multi_turn); RL's sparse reward
# differs: no strategy, [{"reward": 0}, {"reward": 1}]: {"reward": 1}, not {"reward": 0.5}
@candidate("multi_step")
def final_unless_set(case: Any) -> Any:
    """Where the task sets no strategy, the final step decides instead of the mean."""
    return MultiStep(strategy=lambda strategy: strategy or "final")(case)


# source: a habit: return {"rewards": {k: ... for k in keys}} without the early return for no keys
# differs: mean of [a result with empty rewards]: {"rewards": {}}, not null
@candidate("multi_step")
def no_names_are_empty_rewards(case: Any) -> Any:
    """Where steps have results but no keys, the trial has empty rewards instead of no result."""
    found = right(case)
    if (
        found is None
        and case["strategy"] != "final"
        and any(one is not None for one in case["steps"])
    ):
        return {"rewards": {}}
    return found
