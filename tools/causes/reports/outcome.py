"""Ports of `outcome` with one mistake each."""

from typing import Any

from candidates.reference.outcome import Outcome, SummaryOf
from candidates.reference.summation import total
from tools.causes.wrong.making import candidate

Json = Any


# source: dynatrace-oss/dt-evals PR #236: the pass rate was made from completions, not from scores
# differs: 2 trials completed without error and a mean of 0.0: "resolved": 2, not 0
@candidate("outcome")
def what_ended_without_error_is_resolved(case: Json) -> Json:
    """Resolved is n_completed_trials less n_errored_trials, for any score."""

    def product(_score: float, counts: Json) -> float:
        return float(counts.completed - counts.errored)

    return Outcome(summary=SummaryOf(product=product))(case)


# source: promptfoo/promptfoo PR #6343: errors are excluded from the count that goes with the pass
#   rate
# differs: 4 trials, 2 of them errored, a mean of 0.5: "resolved": 1, not 2
@candidate("outcome")
def errored_trials_cannot_be_resolved(case: Json) -> Json:
    """Resolved is the score times n_total_trials less n_errored_trials.

    It should be the score times n_total_trials.
    """

    def product(score: float, counts: Json) -> float:
        return score * float(counts.trials - counts.errored)

    return Outcome(summary=SummaryOf(product=product))(case)


# source: promptfoo/promptfoo PR #3968: the count went up by 1 for each test, however many
#   assertions added to the named score
# differs: metrics [{"a": 1, "b": 1}]: a score of 2.0, not 1.0
@candidate("outcome")
def a_metric_counts_once_for_all_its_values(case: Json) -> Json:
    """The score is the sum of all values divided by the number of metrics that have any value.

    It should be divided by the number of values.
    """

    def score(samples: Json, _mean: Json) -> Json:
        metrics = [metric for group in samples for metric in group if metric]
        values = [value for metric in metrics for value in metric]
        return total(values) / len(metrics) if metrics else 0.0

    return Outcome(summary=SummaryOf(score=score))(case)
