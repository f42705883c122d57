"""Mistakes in `outcome`, written without the catalogue."""

from typing import Any

from candidates.reference.outcome import (
    Outcome,
    SummaryOf,
    count_of,
    member_of,
    status_of,
    total_of,
)
from candidates.reference.summation import total as sum_of
from tools.causes.wrong.making import candidate


# source: Human-Agent-Society/CORAL pull request #122: counts were read at the top of the file
# differs: stats with n_errored_trials 1: "completed", not "failed"
@candidate("outcome")
def counts_are_at_the_top(case: Any) -> Any:
    """The completed and errored trials are read at the top of the file, not in its stats."""

    def summary(result: Any) -> Any:
        def member(members: Any, name: str) -> Any:
            at_the_top = name in ("n_completed_trials", "n_errored_trials")
            return member_of(result if at_the_top else members, name)

        return SummaryOf(member=member)(result)

    return Outcome(summary=summary)(case)


# source: sii-system/agent-fleet pull request #125: `if total == 0`: "no trials ran" is a failure
# differs: n_total_trials 0 and no counts: "failed", not "completed"
@candidate("outcome")
def job_without_trials_is_failed(case: Any) -> Any:
    """The status is failed where the total is 0, even without errored trials."""
    status = lambda counts: status_of(counts) if total_of(counts) else "failed"  # noqa: E731
    return Outcome(summary=SummaryOf(status=status))(case)


# source: a habit of JavaScript: data.n_total_trials ?? completed + errored
# differs: n_total_trials 0, n_completed_trials 2: total 0, not 2
@candidate("outcome")
def total_of_0_stays_0(case: Any) -> Any:
    """A total of 0 stays 0; the other counts are the total only without n_total_trials."""

    def summary(result: Any) -> Any:
        found: Any = SummaryOf()(result)
        if result.get("n_total_trials") is None:
            return found
        return found | {"total": count_of(result["n_total_trials"])}

    return Outcome(summary=summary)(case)


# source: mutant: len(metric_values) becomes the number of metrics
# differs: one metric {"a": 1, "b": 1}: score 2.0, not 1.0
@candidate("outcome")
def sum_is_divided_by_metrics(case: Any) -> Any:
    """The sum of all values is divided by the number of metrics, not of values."""

    def score(samples: Any, _mean: Any) -> Any:
        metrics = [metric for group in samples for metric in group]
        values = [value for metric in metrics for value in metric]
        return sum_of(values) / len(metrics) if values else 0.0

    return Outcome(summary=SummaryOf(score=score))(case)


# source: mutant: `metric_values = []` moves into the loop over the groups
# differs: groups with mean 1.0 and 0.0: score 0.0, not 0.5
@candidate("outcome")
def only_the_last_group_counts(case: Any) -> Any:
    """The score is the mean of the last group's values."""

    def score(samples: Any, mean: Any) -> Any:
        return mean([value for metric in samples[-1] for value in metric] if samples else [])

    return Outcome(summary=SummaryOf(score=score))(case)


# source: mutant: round(score * total) becomes round(score) * total
# differs: mean 0.75 of 4 trials: resolved 4, not 3
@candidate("outcome")
def score_is_rounded_before_it_is_multiplied(case: Any) -> Any:
    """The resolved trials are the rounded score times the total."""
    product = lambda score, counts: float(round(score)) * float(counts.trials)  # noqa: E731
    return Outcome(summary=SummaryOf(product=product))(case)


# source: another reading of spec/000 section 5: only a trial that has completed can be resolved
# differs: n_total_trials 4, n_completed_trials 2, mean 0.5: resolved 1, not 2
@candidate("outcome")
def resolved_of_the_completed(case: Any) -> Any:
    """The resolved trials are the score times the completed trials."""
    product = lambda score, counts: score * float(counts.completed)  # noqa: E731
    return Outcome(summary=SummaryOf(product=product))(case)
