"""Versions of `multi_step` that one commit broke."""

from contextlib import suppress
from typing import Any

from candidates.reference.metric import quotient
from candidates.reference.multi_step import (
    Average,
    Columns,
    MultiStep,
    rewards_of_results,
    value_of,
)
from candidates.reference.summation import total
from tools.causes.wrong.making import candidate

Json = Any


# source: commit "handle missing rewards": the final result is that of the last step that has one
# differs: final of {"rewards": {"a": 1}} and null: {"rewards": {"a": 1}}, not null
@candidate("multi_step")
def final_looks_back_for_a_result(case: Json) -> Json:
    """With "final", steps without a result at the end are passed over.

    The last step that has a result decides, though the last step of all has none.
    """

    def final(steps: Json) -> Json:
        return next((step for step in reversed(steps) if step is not None), None)

    return MultiStep(final=final)(case)


# source: commit "log and continue on errors": a name whose mean fails is left out
# differs: mean of {"a": 10**400, "b": 1}: {"b": 1.0}, not OverflowError
@candidate("multi_step")
def a_mean_that_overflows_is_left_out(case: Json) -> Json:
    """A name whose mean raises OverflowError is left out; the error should be the answer.

    With no other name the rewards are an empty object.
    """

    def average(steps: Json) -> Json:
        rows = rewards_of_results(steps)
        if not any(rows):
            return None
        means: dict[str, Json] = {}
        for name, values in Columns()(rows).items():
            with suppress(OverflowError):
                means[name] = quotient(values, total)
        return {"rewards": means}

    return MultiStep(average=average)(case)


# source: commit "treat NaN as missing": a value that is not a number is what a missing one is
# differs: mean of {"a": nan} and {"a": 1}: {"a": 0.5}, not {"a": nan}
@candidate("multi_step")
def nan_counts_as_zero(case: Json) -> Json:
    """In a mean, a step's value of nan counts as 0, as a missing one does."""

    def value(row: Json, name: str) -> Json:
        found = value_of(row, name)
        return found if found == found else 0  # noqa: PLR0124

    return MultiStep(average=Average(columns=Columns(value=value)))(case)


# source: commit "speed up aggregation": the names are looked up once, in the first row with any
# differs: mean of {"a": 1} and {"a": 1, "b": 1}: {"a": 1.0}, not {"a": 1.0, "b": 0.5}
@candidate("multi_step")
def names_are_those_of_one_step(case: Json) -> Json:
    """A mean has only the names of the first step that has any; names of later steps are lost."""

    def names(rows: Json) -> Json:
        return list(next(filter(None, rows), {}))

    return MultiStep(average=Average(columns=Columns(names=names)))(case)


# source: commit "dedupe retries": a step that repeats the rewards before it was only reported twice
# differs: mean of {"a": 1}, {"a": 1} and {"a": 0}: {"a": 0.5}, not {"a": 0.6666666666666666}
@candidate("multi_step")
def a_repeated_step_counts_once(case: Json) -> Json:
    """In a mean, a step with the same rewards as the step before it is left out.

    Steps without a result do not come between; null rewards are the same as none, and nan is
    the same as nan.
    """

    def rows(steps: Json) -> Json:
        kept: list[Json] = []
        before = None
        for row in rewards_of_results(steps):
            plain = {name: value if value == value else "nan" for name, value in row.items()}  # noqa: PLR0124
            if plain != before:
                kept.append(row)
            before = plain
        return kept

    return MultiStep(average=Average(rows=rows))(case)
