"""Ports of `outcome` with one mistake each."""

import math
from typing import Any

from candidates.reference.outcome import MeanOf, Outcome, SummaryOf, mean_of_all, status_of
from tools.causes.wrong.making import candidate

Json = Any

_HALF = 0.5


# source: confident-ai/deepeval, console_report.py (told in PR #3234): scores are added one by one
#   to a running sum
# differs: ten samples of 0.1: a score of 0.09999999999999999, not 0.1
@candidate("outcome")
def samples_are_added_one_by_one(case: Json) -> Json:
    """The samples are added from left to right, without the correction of Python's sum."""

    def running(values: Json) -> Json:
        total = 0.0
        for value in values:
            total += value
        return total

    return Outcome(summary=SummaryOf(mean=MeanOf(add=running)))(case)


# source: SEED-platform/seed issue #4199: an analysis is to be "Failed" only if none of its runs
#   completed
# differs: two completed trials, one errored: "status": "completed", not "failed"
@candidate("outcome")
def any_completed_trial_completes_the_job(case: Json) -> Json:
    """The status is "completed" where any trial is completed, even if others have errored.

    It is "failed" only where trials have errored and the count of completed ones is 0.
    """

    def status(counts: Json) -> str:
        return "completed" if counts.completed > 0 else status_of(counts)

    return Outcome(summary=SummaryOf(status=status))(case)


# source: phasespace-labs/palinode issue #190: JavaScript's Math.round and jq's round give the
#   greater of two integers that are as near
# differs: a score of 0.5 of one trial: "resolved": 1, not 0
@candidate("outcome")
def halves_are_rounded_up(case: Json) -> Json:
    """The resolved trials are the greater of two integers that are as near, not the even one."""

    def nearest(product: float) -> int:
        whole = math.floor(product)
        return whole + (product - whole >= _HALF)

    return Outcome(summary=SummaryOf(nearest=nearest))(case)


# source: ipsilon/evmone PR #1687: a test run that verified nothing fails
# differs: the file {}: "status": "failed", not "completed"
@candidate("outcome")
def a_job_of_no_trials_fails(case: Json) -> Json:
    """The status is "failed" also where all three counts are 0, though no trial has errored."""

    def status(counts: Json) -> str:
        return status_of(counts) if any(counts) else "failed"

    return Outcome(summary=SummaryOf(status=status))(case)


# source: UKGovernmentBEIS/inspect_ai PR #4458: an accuracy beyond 0 to 1 is clamped to it
# differs: a sample of 2: a score of 1.0, not 2.0
@candidate("outcome")
def the_score_is_clamped(case: Json) -> Json:
    """A score less than 0 counts as 0.0 and one greater than 1 as 1.0, for resolved as well.

    A score that is nan stays nan.
    """

    def score(samples: Json, mean: Json) -> Json:
        found = mean_of_all(samples, mean)
        return 0.0 if found < 0 else 1.0 if found > 1 else found

    return Outcome(summary=SummaryOf(score=score))(case)
