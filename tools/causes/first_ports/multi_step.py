"""First versions of `multi_step`, written from the texts, with one mistake each."""

import math
from typing import Any

from candidates.reference.multi_step import (
    Average,
    Columns,
    MultiStep,
    rewards_of_results,
    value_of,
)
from tools.causes.wrong.making import candidate

Json = Any


# source: spec/000 §4, "missing key = 0": pandas.DataFrame(rows).fillna(0).mean(), where what is
#   missing and what is nan look the same
# differs: mean of {"a": nan} and {"a": 1}: {"a": 0.5}, not {"a": nan}
@candidate("multi_step")
def a_mean_counts_nan_as_zero(case: Json) -> Json:
    """A reward that is nan counts as 0 in a mean, as one that is missing does."""

    def value(row: Json, name: str) -> Json:
        found = value_of(row, name)
        return 0 if isinstance(found, float) and math.isnan(found) else found

    return MultiStep(average=Average(columns=Columns(value=value)))(case)


# source: spec/000 §2, "rewards is None ⇒ no verifier result", and §4, "steps without a
#   verifier_result excluded from the denominator"
# differs: mean of {"rewards": null} and {"rewards": {"a": 1}}: {"a": 1.0}, not {"a": 0.5}
@candidate("multi_step")
def steps_with_null_rewards_are_left_out(case: Json) -> Json:
    """A mean leaves out the steps whose result has null rewards, as it does those of no result."""

    def rows(steps: Json) -> Json:
        return [one["rewards"] for one in steps if one is not None and one["rewards"] is not None]

    return MultiStep(average=Average(rows=rows))(case)


# source: spec/000 §4, "last step's verifier_result verbatim": mapNotNull { it.verifierResult }
#   .lastOrNull() in Kotlin, one list of results for both strategies
# differs: final of {"rewards": {"a": 1}} and null: {"rewards": {"a": 1}}, not null
@candidate("multi_step")
def final_is_the_last_result_there_is(case: Json) -> Json:
    """Strategy final takes the last step that has a result, where the last step has none."""

    def final(steps: Json) -> Json:
        return next((one for one in reversed(steps) if one is not None), None)

    return MultiStep(final=final)(case)


# source: spec/000 §4, "per-key mean across steps": array_keys($steps[0]['rewards']) in PHP, with
#   $row[$key] ?? 0 for "missing key = 0"
# differs: mean of {"a": 1} and {"a": 0, "b": 1}: {"a": 0.5}, not {"a": 0.5, "b": 0.5}
@candidate("multi_step")
def names_are_those_of_the_first_result(case: Json) -> Json:
    """A mean has only the names of the first step that has a result, not those of all steps.

    If that step has no names, but a later one has some, the rewards are {}.
    """
    return MultiStep(average=Average(columns=Columns(names=lambda rows: [*rows[0]])))(case)


# source: spec/000 §4, "per-key mean across steps that have a verifier_result": a loop over no keys
#   makes an empty object; that there is no result then is nowhere said
# differs: mean of {"rewards": {}}: {"rewards": {}}, not null
@candidate("multi_step")
def a_mean_of_no_names_is_an_empty_object(case: Json) -> Json:
    """A mean of steps with results, none of which has any name, has rewards of {}.

    There should be no result. Without any step that has a result there is none here either.
    """

    def average(steps: Json) -> Json:
        rows = rewards_of_results(steps)
        return {"rewards": {}} if rows and not any(rows) else Average()(steps)

    return MultiStep(average=average)(case)
