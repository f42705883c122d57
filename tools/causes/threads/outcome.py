"""Mistakes in `outcome` that public threads report."""

import math
from typing import Any

from candidates.reference.outcome import MalformedError, MeanOf, Outcome, SummaryOf
from tools.causes.wrong.making import candidate

Json = Any


# source: allenai/agent-eval pull 33: the overall score gives each group the same weight
# differs: means 1 and 1 in one group and 0 in another: 0.5, not 0.6666666666666666
@candidate("outcome")
def score_is_the_mean_of_the_groups_means(case: Json) -> Json:
    """The score is the mean of each group's own mean, for the groups that have any value."""

    def score(samples: Json, mean: Json) -> Json:
        groups = [[value for metric in group for value in metric] for group in samples]
        return mean([mean(values) for values in groups if values])

    return Outcome(summary=SummaryOf(score=score))(case)


# source: apluslms/a-plus issue 1026: halves of points should be rounded up
# differs: a score of 0.5 and 1 trial: 1 is resolved, not 0
@candidate("outcome")
def halves_are_rounded_up(case: Json) -> Json:
    """The resolved trials are rounded up where they are exactly between two numbers."""

    def nearest(product: float) -> int:
        below = math.floor(product)
        return below + (product - below >= 1 / 2)

    return Outcome(summary=SummaryOf(nearest=nearest))(case)


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
