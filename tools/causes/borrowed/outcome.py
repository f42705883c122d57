"""Candidates of `outcome` with one mistake each."""

import math
from typing import Any

from candidates.reference.outcome import Outcome, SummaryOf, mean_of_all, status_of, values_of
from tools.causes.wrong.making import candidate

Json = Any


# source: EleutherAI/lm-evaluation-harness issue #2101 and sbintuitions/JMTEB PR #74: the overall
#   score is the mean of the scores of the parts of any size
# differs: the metrics {"a": 1, "b": 1} and {"mean": 0}: 0.5, not 0.6666666666666666
@candidate("outcome")
def the_score_is_a_mean_of_means(case: Json) -> Json:
    """The score is the mean of the means of the metrics; metrics without values are left out.

    Each value of each metric should have the same weight.
    """

    def score(samples: Json, mean: Json) -> Json:
        return mean([mean(values) for group in samples for values in group if values])

    return Outcome(summary=SummaryOf(score=score))(case)


# source: karma-runner/karma issue #468: a run of 0 tests is a failure
# differs: {}: the status is "failed", not "completed"
@candidate("outcome")
def a_job_without_trials_failed(case: Json) -> Json:
    """The status is "failed" where all three counts are 0.

    Only errored trials should decide. The reason code is still null.
    """

    def status(counts: Json) -> Json:
        return status_of(counts) if any(counts) else "failed"

    return Outcome(summary=SummaryOf(status=status))(case)


# source: EmeraldLoc/tag issue #1404: the result of a tournament is rounded down to a whole number
# differs: a score of 0.9 and 2 trials: resolved is 1, not 2
@candidate("outcome")
def the_resolved_are_rounded_down(case: Json) -> Json:
    """The number of resolved trials is rounded down.

    It should be rounded to the nearest whole number.
    """
    return Outcome(summary=SummaryOf(nearest=math.floor))(case)


# source: vgteam/toil-vg PR #664: results of an evaluation are rounded to 4 places
# differs: a mean of 0.12345: the score is 0.1235, not 0.12345
@candidate("outcome")
def the_score_has_four_places(case: Json) -> Json:
    """The score is rounded to 4 places, before the resolved trials are computed from it.

    It should not be rounded.
    """
    summary = SummaryOf(score=lambda samples, mean: round(mean_of_all(samples, mean), 4))
    return Outcome(summary=summary)(case)


# source: a TypeScript "workbench" that runs harbor tasks: of a record's metrics it takes only those
#   whose typeof is "number"
# differs: the metric {"mean": "0.5"}: a score of 0.0, not 0.5
@candidate("outcome")
def values_that_are_not_numbers_are_left_out(case: Json) -> Json:
    """Values of metrics that are not JSON numbers are left out of the score.

    Text and truth values should count as the numbers that they read as, and what reads as none,
    such as null, should make the file malformed.
    """

    def values(metric: Json) -> Json:
        return [
            value
            for value in values_of(metric)
            if isinstance(value, int | float) and not isinstance(value, bool)
        ]

    return Outcome(summary=SummaryOf(values=values))(case)
