"""Changes to an `outcome` that worked, each of which broke one thing."""

import json
from typing import Any

from candidates.reference.outcome import (
    MalformedError,
    Outcome,
    SummaryOf,
    failed,
    number_of,
    outcome,
    total_of,
    values_of,
)
from tools.causes.wrong.making import candidate

Json = Any


# source: commit "guard against an empty result.json": `if not content` at the missing file
# differs: result.json of no bytes: harbor_result_missing, not harbor_result_malformed
@candidate("outcome")
def a_blank_file_is_a_missing_one(case: Json) -> Json:
    """A result.json of no bytes, or of nothing but ASCII white space, is harbor_result_missing.

    It should be harbor_result_malformed; only where there is no file is the result missing.
    """
    if not (case["result"] or b"").strip():
        return {"line": "BASE_BENCHMARK_RESULT=" + json.dumps(failed("harbor_result_missing"))}
    return outcome(case)


# source: commit "a job that was interrupted is not completed": status looks at the counts too
# differs: n_total_trials 2, n_completed_trials 1, none errored: failed, not completed
@candidate("outcome")
def a_job_with_fewer_completed_trials_has_failed(case: Json) -> Json:
    """The status is failed also where n_completed_trials is less than n_total_trials.

    Only n_errored_trials should decide: completed where it is 0, failed where it is not.
    """

    def status(counts: Json) -> str:
        ended = counts.completed >= counts.trials
        return "completed" if counts.errored == 0 and ended else "failed"

    return Outcome(summary=SummaryOf(status=status))(case)


# source: commit "log and skip metrics that are no numbers": try and except around float()
# differs: metrics [{"mean": "x"}]: score 0.0 of no values, not harbor_result_malformed
@candidate("outcome")
def values_that_are_no_numbers_are_skipped(case: Json) -> Json:
    """A value of a metric that float() cannot read is left out of the score.

    Such are null, lists, objects and texts that are no number; they should make the result
    harbor_result_malformed, as an integer beyond binary64 does here too. A metric that is no
    object is malformed as it should be.
    """

    def readable(value: Json) -> bool:
        try:
            number_of(value)
        except MalformedError:
            return False
        except OverflowError:
            return True
        return True

    def values(metric: Json) -> Json:
        return [value for value in values_of(metric) if readable(value)]

    return Outcome(summary=SummaryOf(values=values))(case)


# source: commit "log the values of each group": the list moved into the loop over the groups
# differs: evals of two groups with means 1 and 0: score 0.0, not 0.5
@candidate("outcome")
def the_score_is_that_of_the_last_group(case: Json) -> Json:
    """The score is the mean of the values of the last group in evals, 0.0 where that has none.

    It should be the mean of the values of all groups, each value with the same weight. All
    groups are still read, and a malformed one is an error as it should be.
    """

    def score(samples: Json, mean: Json) -> float:
        values: Json = []
        for group in samples:
            values = []
            for metric in group:
                values.extend(metric)
        found: float = mean(values)
        return found

    return Outcome(summary=SummaryOf(score=score))(case)


# source: commit "compute total once": resolved uses the variable with the fallback
# differs: n_total_trials 0, 2 completed, mean 1: resolved 2, not 0
@candidate("outcome")
def resolved_is_a_share_of_the_printed_total(case: Json) -> Json:
    """Resolved is the score times the printed total, so it is not 0 where n_total_trials is 0.

    It should be the score times n_total_trials; the total, n_completed_trials plus
    n_errored_trials where n_total_trials is 0, is only printed.
    """

    def product(score: float, counts: Json) -> float:
        return score * float(total_of(counts))

    return Outcome(summary=SummaryOf(product=product))(case)
