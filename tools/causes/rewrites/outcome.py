"""Ports of `outcome` with one mistake each."""

import math
from typing import Any

from candidates.reference.outcome import (
    MalformedError,
    MeanOf,
    Outcome,
    SummaryOf,
    product_of,
    total_of,
)
from tools.causes.wrong.making import candidate

Json = Any


# source: TypeScript: `Math.round(score * total)`, whose halves go up
# differs: n_total_trials 1 and a mean of 0.5: "resolved": 1, not 0
@candidate("outcome")
def halves_are_rounded_up(case: Json) -> Json:
    """A half in score times total is rounded up instead of to the even number."""

    def nearest(product: float) -> int:
        whole = math.floor(product)
        return whole + (product - whole >= 1 / 2)

    return Outcome(summary=SummaryOf(nearest=nearest))(case)


# source: R: `status <- if (completed == total) "completed" else "failed"`
# differs: n_total_trials 1, n_completed_trials 1, n_errored_trials 1: "completed", not "failed"
@candidate("outcome")
def the_status_is_completed_once_all_trials_are(case: Json) -> Json:
    """The status is completed where as many trials completed as there are, with errors or not."""

    def status(counts: Json) -> str:
        return "completed" if counts.completed == counts.trials else "failed"

    return Outcome(summary=SummaryOf(status=status))(case)


# source: numpy: `np.mean([np.mean(list(metric.values())) for metric in metrics])`
# differs: metrics {"mean": 1} and {"a": 1, "b": 0}: "score": 0.75, not 0.6666666666666666
@candidate("outcome")
def the_values_of_a_metric_are_averaged_first(case: Json) -> Json:
    """The score is the mean of each metric's mean, instead of all values alike."""

    def score(samples: Json, mean: Json) -> Json:
        return mean([mean(metric) for group in samples for metric in group if metric])

    return Outcome(summary=SummaryOf(score=score))(case)


# source: Kotlin: `val total = ...ifZero { completed + errored }` above both of its uses
# differs: no n_total_trials, n_completed_trials 2 and a mean of 1: "resolved": 2, not 0
@candidate("outcome")
def resolved_is_taken_of_the_total_that_is_reported(case: Json) -> Json:
    """Where n_total_trials is 0, resolved is the score times completed and errored trials."""

    def product(score: float, counts: Json) -> float:
        return product_of(score, counts._replace(trials=total_of(counts)))

    return Outcome(summary=SummaryOf(product=product))(case)


# source: bash: `jq '[.stats.evals[].metrics[].mean // empty] | add / length'`
# differs: a metric {"max": 1}: "score": 0.0, not 1.0
@candidate("outcome")
def metrics_without_a_mean_are_passed_over(case: Json) -> Json:
    """A metric that has no member mean gives no values, instead of all that it has."""

    def values(metric: Json) -> Json:
        return [metric["mean"]] if "mean" in metric else []

    return Outcome(summary=SummaryOf(values=values))(case)


# source: Python: `statistics.mean(metric_values)` in the `try`, which raises for no values
# differs: a file of {}: "harbor_result_malformed", not null
@candidate("outcome")
def a_result_without_values_is_malformed(case: Json) -> Json:
    """A file without any metric's value is reported as malformed, instead of a score of 0.0."""

    def mean(values: list[float]) -> float:
        if not values:
            raise MalformedError
        return MeanOf()(values)

    return Outcome(summary=SummaryOf(mean=mean))(case)
