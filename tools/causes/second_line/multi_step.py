"""What public readers of multi-step rewards do differently."""

from itertools import takewhile
from typing import Any

from candidates.reference.multi_step import (
    Average,
    Columns,
    MultiStep,
    last_result,
    rewards_of_results,
)
from tools.causes.wrong.making import candidate

Json = Any


# source: a reader's `if result and result["rewards"] is not None` before the result is passed on
# differs: final of one step with null rewards: null, not {"rewards": null}
@candidate("multi_step")
def a_final_result_of_null_rewards_is_none(case: Json) -> Json:
    """A final step whose rewards are null gives no verifier result."""

    def final(steps: Json) -> Json:
        result = last_result(steps)
        return None if result is None or result["rewards"] is None else result

    return MultiStep(final=final)(case)


# source: reports on ragged splits that keep only what all parts have: `set.intersection(*keys)`
# differs: mean of {"a": 1, "b": 1} and {"b": 0}: {"b": 0.5}, not {"a": 0.5, "b": 0.5}
@candidate("multi_step")
def only_common_names_are_averaged(case: Json) -> Json:
    """Only the names that all steps with a result have are averaged."""

    def names(rows: Json) -> Json:
        return [name for name in rows[0] if all(name in row for row in rows)]

    return MultiStep(average=Average(columns=Columns(names=names)))(case)


# source: rollouts that stop at the first broken turn: `if result is None: break`, not `continue`
# differs: mean of {"a": 1}, no result and {"a": 0}: {"a": 1.0}, not {"a": 0.5}
@candidate("multi_step")
def the_first_step_without_a_result_ends_the_mean(case: Json) -> Json:
    """Steps after the first one without a result are left out of the mean."""

    def rows(steps: Json) -> Json:
        return rewards_of_results(list(takewhile(lambda step: step is not None, steps)))

    return MultiStep(average=Average(rows=rows))(case)


# source: environments that collect the scores of turns in one dict: `scores.update(turn_scores)`
# differs: final of {"a": 1} and {"b": 0}: {"a": 1, "b": 0}, not {"b": 0}
@candidate("multi_step")
def final_rewards_are_merged_with_earlier_ones(case: Json) -> Json:
    """Names that the final step's rewards lack are taken from the steps before it."""

    def final(steps: Json) -> Json:
        last = last_result(steps)
        if last is None or last["rewards"] is None:
            return last
        rows = rewards_of_results(steps)
        return {"rewards": {name: value for row in rows for name, value in row.items()}}

    return MultiStep(final=final)(case)
