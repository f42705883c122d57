"""Habits of public code that sums up results that are wrong for `outcome`."""

import json
import math
from typing import Any

from candidates.reference import python_json
from candidates.reference.outcome import (
    MalformedError,
    MeanOf,
    Outcome,
    SummaryOf,
    count_of,
    elements_of,
    failed,
    member_of,
    number_of,
    object_of,
    outcome,
    values_of,
)
from tools.causes.wrong.making import candidate

Json = Any

_HALF = 0.5
"""From which part on a number is rounded up."""


# source: safe_int_convert helpers with int(float(value)) for text (repository not named)
# differs: n_total_trials "3.0": total 3, not harbor_result_malformed
@candidate("outcome")
def a_count_in_text_is_read_as_a_float(case: Json) -> Json:
    """A count that is text is read by int(float(text)), not by int(text).

    So a point or an exponent does not make the file malformed, the fraction is cut off towards
    zero, and integers are rounded to binary64; one beyond binary64 makes the file malformed.
    Counts that are not text are right, and so is the empty text, which counts 0.
    """

    def count(value: Json) -> int:
        return int(number_of(value)) if isinstance(value, str) and value else count_of(value)

    return Outcome(summary=SummaryOf(count=count))(case)


# source: json_sanitize helpers that keep a float only if math.isfinite, and averages over what
#   is left (kind of code: dashboards)
# differs: metrics of nan and 1, one trial: score 1.0, not harbor_result_malformed
@candidate("outcome")
def samples_that_are_not_finite_are_left_out(case: Json) -> Json:
    """Samples that are nan or an infinity are left out of the mean, also of its count.

    They should take part. Then the score is not finite, and the file is malformed.
    """
    mean = MeanOf()

    def finite(values: Json) -> float:
        return mean([value for value in values if math.isfinite(value)])

    return Outcome(summary=SummaryOf(mean=finite))(case)


# source: SprocketLab/slop-code-bench, docs/metrics/run-results.md: checkpoints are aggregated by
#   problem, and the aggregates to the run
# differs: metrics {"a": 1} and {"a": 0, "b": 0}: score 0.5, not 0.3333333333333333
@candidate("outcome")
def a_score_is_a_mean_of_means(case: Json) -> Json:
    """The score is the mean of the means of each metric, over all groups.

    All samples should have the same weight. A metric without samples does not take part.
    """
    try:
        if case["result"] is None:
            summary: Json = failed("harbor_result_missing")
        else:
            file = object_of(python_json.parse(case["result"].decode("utf-8")))
            stats = object_of(member_of(file, "stats"))
            trials = count_of(member_of(file, "n_total_trials"))
            completed = count_of(member_of(stats, "n_completed_trials"))
            errored = count_of(member_of(stats, "n_errored_trials"))
            means = []
            for group in object_of(member_of(stats, "evals")).values():
                metrics = map(object_of, elements_of(member_of(object_of(group), "metrics")))
                samples = [[number_of(value) for value in values_of(each)] for each in metrics]
                means += [MeanOf()(values) for values in samples if values]
            score = MeanOf()(means)
            summary = {"reason_code": None, "resolved": round(score * float(trials))}
            summary |= {"score": score, "status": "failed" if errored else "completed"}
            summary["total"] = trials or completed + errored
    except (MalformedError, ValueError, OverflowError, RecursionError):
        summary = failed("harbor_result_malformed")
    return {"line": "BASE_BENCHMARK_RESULT=" + json.dumps(summary)}


# source: dashboards in TypeScript that show Math.round(score * total) (kind of code)
# differs: mean 0.5 of one trial: resolved 1, not 0
@candidate("outcome")
def halves_are_rounded_up(case: Json) -> Json:
    """The resolved trials are rounded half up, as by JavaScript's Math.round.

    Of two whole numbers that are as near it should be the even one.
    """

    def nearest(product: float) -> int:
        floor = math.floor(product)
        return floor + 1 if product - floor >= _HALF else floor

    return Outcome(summary=SummaryOf(nearest=nearest))(case)


# source: a summarizeRun of runs and their jobs: "completed" only if no job failed and all are
#   counted as completed (repository not named)
# differs: three trials planned, two completed, none errored: failed, not completed
@candidate("outcome")
def unfinished_jobs_are_failed(case: Json) -> Json:
    """The status is failed as well if fewer trials are completed than n_total_trials says.

    Only errored trials should decide; a file without n_completed_trials counts none completed.
    """
    if case["result"] is None:
        return outcome(case)
    try:
        file = object_of(python_json.parse(case["result"].decode("utf-8")))
        summary: Json = SummaryOf()(file)
        stats = object_of(member_of(file, "stats"))
        trials = count_of(member_of(file, "n_total_trials"))
        completed = count_of(member_of(stats, "n_completed_trials"))
        errored = count_of(member_of(stats, "n_errored_trials"))
        done = errored == 0 and completed >= trials
        summary["status"] = "completed" if done else "failed"
    except (MalformedError, ValueError, OverflowError, RecursionError):
        summary = failed("harbor_result_malformed")
    return {"line": "BASE_BENCHMARK_RESULT=" + json.dumps(summary)}
