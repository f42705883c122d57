"""Ports of `outcome` with one mistake each."""

from typing import Any

from candidates.reference.outcome import (
    Outcome,
    SummaryOf,
)
from tools.causes.wrong.making import candidate

Json = Any


# source: R: `status <- if (completed == total) "completed" else "failed"`
# differs: n_total_trials 1, n_completed_trials 1, n_errored_trials 1: "completed", not "failed"
@candidate("outcome")
def the_status_is_completed_once_all_trials_are(case: Json) -> Json:
    """The status is completed where as many trials completed as there are, with errors or not."""

    def status(counts: Json) -> str:
        return "completed" if counts.completed == counts.trials else "failed"

    return Outcome(summary=SummaryOf(status=status))(case)


# source: bash: `jq '[.stats.evals[].metrics[].mean // empty] | add / length'`
# differs: a metric {"max": 1}: "score": 0.0, not 1.0
@candidate("outcome")
def metrics_without_a_mean_are_passed_over(case: Json) -> Json:
    """A metric that has no member mean gives no values, instead of all that it has."""

    def values(metric: Json) -> Json:
        return [metric["mean"]] if "mean" in metric else []

    return Outcome(summary=SummaryOf(values=values))(case)
