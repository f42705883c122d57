"""Ports of `outcome` with one mistake each."""

from typing import Any

from candidates.reference.outcome import Outcome, SummaryOf, values_of
from candidates.reference.summation import total
from tools.causes.wrong.making import candidate

Json = Any


# source: UKGovernmentBEIS/inspect_ai PR #4562: a score of nan is serialised as null; Azure/azure-
#   sdk-for-python PR #38367 averages without None
# differs: metrics [{"mean": null}, {"mean": 1.0}]: a score of 1.0, not harbor_result_malformed
@candidate("outcome")
def null_values_are_passed_over(case: Json) -> Json:
    """A value of a metric that is null is left out of the score.

    It should make the file malformed.
    """

    def values(metric: Json) -> Json:
        return [value for value in values_of(metric) if value is not None]

    return Outcome(summary=SummaryOf(values=values))(case)


# source: allenai/agent-eval PR #33: overall scores as a macro-average over tags, of equal weight
#   for any size
# differs: a group with metrics of 1 and 1 and a group with 0: a score of 0.5, not 0.6666…
@candidate("outcome")
def groups_have_equal_weight(case: Json) -> Json:
    """The score is the mean of the groups' means, of those groups that have any value.

    It should be the mean of all values.
    """

    def score(samples: Json, mean: Json) -> Json:
        groups = [[value for metric in group for value in metric] for group in samples]
        return mean([mean(values) for values in groups if values])

    return Outcome(summary=SummaryOf(score=score))(case)


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
