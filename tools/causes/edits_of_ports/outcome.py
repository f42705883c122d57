"""Slips in changes to ports of `outcome`."""

from typing import Any

from candidates.reference.outcome import (
    Counts,
    Outcome,
    SummaryOf,
    count_of,
    number_of,
    total_of,
)
from tools.causes.wrong.making import candidate

Json = Any


# source: javascript/outcome.mjs:152, a count that is a float: it goes through the rounding that
#   the resolved trials go through
# differs: an n_total_trials of 2.7 is 3, not 2
@candidate("outcome")
def a_count_is_rounded(case: Json) -> Json:
    """A count that is a number with a fraction is rounded to the nearest integer, half to even.

    It should be cut off towards zero.
    """

    def count(value: object) -> int:
        return count_of(round(value) if isinstance(value, float) else value)

    return Outcome(summary=SummaryOf(count=count))(case)


# source: javascript/outcome.mjs:90, the loop over the values: the list that they go into is made
#   inside the loop over the groups
# differs: a group with a mean of 1, then one of 0: a score of 0.0, not 0.5
@candidate("outcome")
def only_the_last_group_is_scored(case: Json) -> Json:
    """The score is the mean of the last group's values alone, 0.0 where that group has none.

    The values of the other groups are read, and may be malformed.
    """

    def score(samples: Json, mean: Json) -> Json:
        return mean([value for metric in (samples or [[]])[-1] for value in metric])

    return Outcome(summary=SummaryOf(score=score))(case)


# source: javascript/outcome.mjs:168, what is no number: null was given the value that it has
#   among the counts
# differs: a metric of {"mean": null}: a score of 0.0, not harbor_result_malformed
@candidate("outcome")
def a_null_sample_is_zero(case: Json) -> Json:
    """A value of a metric that is null counts as 0.0; it does not make the file malformed."""

    def number(value: object) -> float:
        return 0.0 if value is None else number_of(value)

    return Outcome(summary=SummaryOf(number=number))(case)


# source: javascript/outcome.mjs:155, what is no count: where the conversions were put into a
#   table, its default became the zero of the branch for what is empty
# differs: an n_errored_trials of [1]: the status "completed", not harbor_result_malformed
@candidate("outcome")
def a_list_or_an_object_counts_as_zero(case: Json) -> Json:
    """A count that is a list or an object counts as 0 even where it has something in it."""

    def count(value: object) -> int:
        return 0 if isinstance(value, list | dict) else count_of(value)

    return Outcome(summary=SummaryOf(count=count))(case)


# source: javascript/outcome.mjs:31, the members of the line: the resolved trials are computed
#   there, where of the two numbers of trials only the total is known
# differs: no n_total_trials, 2 completed trials and a mean of 1: 2 resolved, not 0
@candidate("outcome")
def the_resolved_trials_are_of_the_total(case: Json) -> Json:
    """The resolved trials are the score times the total, also where n_total_trials is 0.

    The total is then the sum of the completed and the errored trials.
    """

    def product(score: float, counts: Counts) -> float:
        return score * float(total_of(counts))

    return Outcome(summary=SummaryOf(product=product))(case)
