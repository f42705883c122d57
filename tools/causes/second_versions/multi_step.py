"""Second versions of `multi_step` with one mistake each."""

from typing import Any

from candidates.reference.multi_step import (
    Average,
    MultiStep,
    last_result,
    names_of,
    rewards_of_results,
    value_of,
)
from tools.causes.wrong.making import candidate

Json = Any


# source: a streaming mean with one state a key, `state.setdefault(key, Running())`: it counts from
#   the key's first step on
# differs: mean of {"a": 1} and {"a": 1, "b": 1}: b is 1.0, not 0.5
@candidate("multi_step")
def a_key_is_averaged_from_its_first_step_on(case: Json) -> Json:
    """With the strategy mean, steps before the first one with a key do not count in its mean.

    They should count as 0 in this key's mean, as later steps without it do.
    """

    def columns(rows: Json) -> Json:
        return {
            name: [
                value_of(row, name)
                for row in rows[next(i for i, row in enumerate(rows) if name in row) :]
            ]
            for name in names_of(rows)
        }

    return MultiStep(average=Average(columns=columns))(case)


# source: the habit of checkpoints that are merged with `dict.update`, so that the last state holds
#   all that is known
# differs: final of {"a": 1} and {"b": 0}: {"a": 1, "b": 0}, not {"b": 0}
@candidate("multi_step")
def the_final_rewards_are_all_steps_merged(case: Json) -> Json:
    """With the strategy final, the rewards of all steps are merged.

    A later value replaces an earlier one, so keys that the last step lacks keep their value of
    an earlier step.
    """

    def merged(steps: Json) -> Json:
        rewards: Json = {}
        for step in steps:
            rewards.update((step or {}).get("rewards") or {})
        return {"rewards": rewards} if rewards else last_result(steps)

    return MultiStep(final=merged)(case)


# source: resuming after a crash repeats the record of the last step; a reader drops a record that
#   equals the one before
# differs: mean of 1, 1, 0: 0.5, not 0.6666666666666666
@candidate("multi_step")
def a_repeated_result_counts_once(case: Json) -> Json:
    """With the strategy mean, a step whose rewards equal those before it is a duplicate.

    It is left out where the step with a result just before it has the same rewards.
    """

    def without_repeats(steps: Json) -> Json:
        rows: Json = []
        for row in rewards_of_results(steps):
            if not rows or not _same(rows[-1], row):
                rows.append(row)
        return rows

    return MultiStep(average=Average(rows=without_repeats))(case)


def _same(one: Json, other: Json) -> bool:
    return one.keys() == other.keys() and all(one[name] == other[name] for name in one)
