"""Mistakes in `outcome` that public threads report."""

from typing import Any

from candidates.reference.outcome import MalformedError, MeanOf, Outcome, SummaryOf
from tools.causes.wrong.making import candidate

Json = Any


# source: Human-Agent-Society/CORAL pull 122: the count is looked for at the top of result.json
# differs: n_total_trials of 0, stats with 3 completed trials: the total is 0, not 3
@candidate("outcome")
def completed_trials_are_read_from_the_top_level(case: Json) -> Json:
    """The completed trials are read from the top level of the file, not from its stats."""

    def summary(result: Json) -> Json:
        if isinstance(result, dict) and isinstance(result.get("stats"), dict):
            stats = {**result["stats"], "n_completed_trials": result.get("n_completed_trials", 0)}
            result = {**result, "stats": stats}
        return SummaryOf()(result)

    return Outcome(summary=summary)(case)


# source: robocurve/inspect-robots issue 440: a run is an error only if all of its trials are
# differs: 1 errored trial of 2: the status is completed, not failed
@candidate("outcome")
def job_fails_only_if_all_trials_errored(case: Json) -> Json:
    """The status is failed only where there are as many errored trials as trials, or more."""

    def status(counts: Json) -> str:
        return "failed" if counts.errored and counts.errored >= counts.trials else "completed"

    return Outcome(summary=SummaryOf(status=status))(case)


# source: mlcommons/modelbench pull 1608: the mean of no measurements divides by zero
# differs: a file with empty evals and 1 trial: harbor_result_malformed, not a score of 0.0
@candidate("outcome")
def file_without_any_metric_is_malformed(case: Json) -> Json:
    """A file in which no group has a value counts as malformed instead of having the score 0.0."""

    def mean(values: list[float]) -> float:
        if not values:
            raise MalformedError
        return MeanOf()(values)

    return Outcome(summary=SummaryOf(mean=mean))(case)
