"""Candidates of `multi_step` with one mistake each."""

from typing import Any

from candidates.reference.metric import quotient
from candidates.reference.multi_step import Average, MultiStep, names_of
from candidates.reference.summation import total
from tools.causes.wrong.making import candidate

Json = Any


# source: PrimeIntellect-ai/prime-rl PR #3182: rollouts that were never scored count as 0 in the
#   mean of each reward
# differs: mean of null and {"a": 1}: {"a": 0.5}, not {"a": 1.0}
@candidate("multi_step")
def steps_without_a_result_count_as_zero(case: Json) -> Json:
    """The mean counts steps without a verifier result as 0.

    They should be left out.
    """

    def rows(steps: Json) -> Json:
        return [(step and step["rewards"]) or {} for step in steps]

    return MultiStep(average=Average(rows=rows))(case)


# source: PrimeIntellect-ai/verifiers PR #1939: what failed before it was scored never enters the
#   denominator of the average reward
# differs: mean of {"rewards": null} and {"rewards": {"a": 1}}: {"a": 1.0}, not {"a": 0.5}
@candidate("multi_step")
def null_rewards_leave_the_denominator(case: Json) -> Json:
    """The mean leaves out steps whose verifier result has null rewards.

    They should count as 0, as steps with the rewards {} still do.
    """

    def rows(steps: Json) -> Json:
        return [
            step["rewards"] for step in steps if step is not None and step["rewards"] is not None
        ]

    return MultiStep(average=Average(rows=rows))(case)


# source: wandb/wandb PR #1802: for a mean, a total and a number are kept by key, and both grow only
#   where the key is logged
# differs: mean of {"a": 1, "b": 1} and {"a": 1}: "b" is 1.0, not 0.5
@candidate("multi_step")
def a_mean_is_over_the_steps_that_have_the_name(case: Json) -> Json:
    """The mean of a name is over only those steps that have the name.

    Steps that have other rewards, or none, should count as 0.
    """

    def columns(rows: Json) -> Json:
        return {name: [row[name] for row in rows if name in row] for name in names_of(rows)}

    return MultiStep(average=Average(columns=columns))(case)


# source: Tencent-Hunyuan/UniRL PR #214: the reward of an episode is overwritten by each turn that
#   has one, so the last known stays
# differs: final of {"a": 1} and null: {"a": 1}, not null
@candidate("multi_step")
def final_is_the_last_step_that_has_a_result(case: Json) -> Json:
    """The strategy final takes the last step that has a verifier result.

    It should take the last step, whose result may be null.
    """

    def final(steps: Json) -> Json:
        return next((step for step in reversed(steps) if step is not None), None)

    return MultiStep(final=final)(case)


# source: strands-labs/robots PR #3521 and LeRobot's evaluation: an episode's reward is the sum of
#   the rewards of its steps
# differs: mean of {"a": 1} and {"a": 1}: {"a": 2}, not {"a": 1.0}
@candidate("multi_step")
def the_steps_are_added(case: Json) -> Json:
    """The strategy mean gives the sum of the steps: it is not divided by their number.

    Where the mean cannot be computed, the error is the same.
    """

    def added(values: Json, add: Json) -> Json:
        quotient(values, add)
        return total(values)

    return MultiStep(average=Average(mean=added))(case)
