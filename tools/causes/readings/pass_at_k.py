"""Mistakes in `pass_at_k` from a fresh reading of the texts."""

from typing import Any

from candidates.reference.pass_at_k import PassAtK, Success, eligible_k_values
from tools.causes.wrong.making import candidate

Json = Any


# source: one who simplifies, with the leaderboard of facts/harbor-readers.md: passing is 1.0
# differs: rewards 0.5 and 1 of one task: {"2": 1.0}, not left out
@candidate("pass_at_k")
def anything_but_one_is_a_failure(case: Json) -> Json:
    """An only reward of 1 is a success and any other number is a failure."""
    return PassAtK(success=Success(binary=lambda value: int(value == 1)))(case)


# source: a hurried reading, which copies the table of spec/000 section 4, which ends at 20
# differs: 25 attempts at a task: no "25"
@candidate("pass_at_k")
def k_goes_no_further_than_the_table(case: Json) -> Json:
    """The values of k are at most 20, however many attempts there are."""
    return PassAtK(k_values=lambda fewest: eligible_k_values(min(fewest, 20)))(case)


# source: a data scientist: groupby of pandas, which drops rows with a missing key
# differs: two attempts at a task without a model: {}, not one group
@candidate("pass_at_k")
def trials_without_a_model_are_dropped(case: Json) -> Json:
    """Trials whose model is null or absent belong to no group."""
    return PassAtK()({"trials": [each for each in case["trials"] if each.get("model") is not None]})
