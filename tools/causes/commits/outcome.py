"""Versions of `outcome` that one commit broke."""

import math
from typing import Any

from candidates.reference.outcome import (
    ABSENT,
    MalformedError,
    Outcome,
    SummaryOf,
    mean_of_all,
    number_of,
    status_of,
    total_of,
    values_of,
)
from tools.causes.wrong.making import candidate

Json = Any
_HALF = 0.5


# source: commit "fix rounding of halves": 2.5 trials are three, as people expect
# differs: a score of 0.5 and 5 trials: resolved 3, not 2
@candidate("outcome")
def halves_are_rounded_up(case: Json) -> Json:
    """The resolved trials are rounded up from a half, towards plus infinity.

    They should be rounded to the even one of two whole numbers that are as near.
    """

    def nearest(value: float) -> int:
        lower = math.floor(value)
        return lower + 1 if value - lower >= _HALF else lower

    return Outcome(summary=SummaryOf(nearest=nearest))(case)


# source: commit "validate scores": a score lies between 0 and 1
# differs: a mean of 2.0: score 1.0, not 2.0
@candidate("outcome")
def the_score_is_clamped(case: Json) -> Json:
    """The score is at most 1 and at least 0; the mean of all samples is clamped to that.

    So an infinite one is no longer malformed, and resolved is of the clamped score; nan stays nan.
    """

    def score(samples: Json, mean: Json) -> float:
        return min(max(mean_of_all(samples, mean), 0.0), 1.0)

    return Outcome(summary=SummaryOf(score=score))(case)


# source: commit "log and continue on errors": a value that is no number is skipped
# differs: metrics [{"mean": 1}, {"mean": "x"}]: score 1.0, not harbor_result_malformed
@candidate("outcome")
def values_that_are_no_numbers_are_skipped(case: Json) -> Json:
    """A metric's value that cannot be made a float is left out; the file should be malformed.

    Null, lists, objects, text that is no number, and integers beyond binary64 are such values.
    """

    def readable(value: Json) -> bool:
        try:
            number_of(value)
        except (MalformedError, OverflowError):
            return False
        return True

    def values(metric: Json) -> Json:
        return list(filter(readable, values_of(metric)))

    return Outcome(summary=SummaryOf(values=values))(case)


# source: commit "clean up nulls": a member of null is one that is absent
# differs: {"n_total_trials": 3, "stats": null}: total 3, not harbor_result_malformed
@candidate("outcome")
def null_members_count_as_absent(case: Json) -> Json:
    """Null for stats, evals or metrics counts as none of them; the file should be malformed."""

    def member(members: Json, name: str) -> Json:
        value = members.get(name)
        return ABSENT[name] if value is None else value

    return Outcome(summary=SummaryOf(member=member))(case)


# source: commit "fail jobs that ran nothing": a total of 0 is no success
# differs: {"n_total_trials": 0, "stats": {}}: status "failed", not "completed"
@candidate("outcome")
def a_job_of_nothing_fails(case: Json) -> Json:
    """A job whose total is 0 has the status "failed"; only errored trials should decide.

    The total is 0 where there are 0 trials and the other two counts add up to 0.
    """

    def status(counts: Json) -> str:
        return status_of(counts) if total_of(counts) != 0 else "failed"

    return Outcome(summary=SummaryOf(status=status))(case)
