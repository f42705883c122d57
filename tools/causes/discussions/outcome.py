"""Reported bugs as they would be in `outcome`."""

import json
import math
from typing import Any

from candidates.reference.outcome import MeanOf, Outcome, SummaryOf, count_of, outcome
from tools.causes.wrong.making import candidate

Json = Any

_HALF = 0.5
"""From which part on a number is rounded up."""


# source: phasespace-labs/palinode #193, brython-dev/brython #513: halves are rounded up
# differs: score 0.5 of 1 trial: 1 resolved, not 0
@candidate("outcome")
def halves_are_rounded_up(case: Json) -> Json:
    """A product that ends in .5 is rounded up, towards positive infinity.

    It should be rounded to the even number.
    """

    def nearest(product: float) -> int:
        below = math.floor(product)
        return below + (product - below >= _HALF)

    return Outcome(summary=SummaryOf(nearest=nearest))(case)


# source: zeroc-ice/ice #6236, cpputest/cpputest #1262: a run of no tests is not to succeed
# differs: {}: the status failed, not completed
@candidate("outcome")
def a_job_without_trials_has_failed(case: Json) -> Json:
    """The status is failed if the total is 0, as it is printed, even if nothing is errored.

    Only errored trials should decide. The reason code stays null.
    """

    def summary(result: Json) -> Json:
        right = SummaryOf()(result)
        return {**right, "status": "failed"} if right["total"] == 0 else right

    return Outcome(summary=summary)(case)


# source: EleutherAI/lm-evaluation-harness #1337, #1521: groups of any size weigh the same
# differs: groups with the values 1 and 0, 0: score 0.5, not 0.3333333333333333
@candidate("outcome")
def the_score_is_a_mean_of_means(case: Json) -> Json:
    """The score is the mean of the means of all groups; that of a group without values is 0.

    It should be the mean of all values, each with the same weight.
    """

    def score(samples: Json, mean: Json) -> Json:
        return mean([mean([value for metric in group for value in metric]) for group in samples])

    return Outcome(summary=SummaryOf(score=score))(case)


# source: UKGovernmentBEIS/inspect_ai #2254: nan is skipped where scores are reduced
# differs: means of nan and 1: score 1.0, not harbor_result_malformed
@candidate("outcome")
def nans_are_no_samples(case: Json) -> Json:
    """Values that are nan are left out of the score, which is 0.0 if there are no others.

    A nan should make the score nan, and so the result malformed.
    """

    def mean(values: Json) -> Json:
        return MeanOf()([value for value in values if not math.isnan(value)])

    return Outcome(summary=SummaryOf(mean=mean))(case)


# source: dorny/test-reporter #541: the total that the report states is ignored, and counted anew
# differs: 3 trials, 1 completed, 0 errored: total 1, not 3
@candidate("outcome")
def the_total_is_always_counted(case: Json) -> Json:
    """The total is the sum of the completed and the errored trials, with any n_total_trials.

    It should be n_total_trials, unless that is 0.
    """
    line = outcome(case)["line"]
    label, _, text = line.partition("=")
    summary = json.loads(text)
    if summary["reason_code"] is None:
        stats = json.loads(case["result"]).get("stats", {})
        names = ("n_completed_trials", "n_errored_trials")
        summary["total"] = sum(count_of(stats.get(name, 0)) for name in names)
    return {"line": f"{label}={json.dumps(summary)}"}
