"""Held-out mistakes in `outcome`."""

from typing import Any

from candidates.reference.outcome import (
    MalformedError,
    Outcome,
    SummaryOf,
    member_of,
    values_of,
)
from tools.causes.wrong.making import candidate


def _groups(result: Any) -> list[Any]:
    """Return the groups of a result that has been found valid."""
    return [*result.get("stats", {}).get("evals", {}).values()]


# source: public leaderboards, which count trials with a reward of 1 and do not multiply a mean
# differs: 2 trials with a mean of 0.75, and reward_stats with one of 1.0 and one of 0.5:
#   "resolved": 1, not 2
@candidate("outcome")
def resolved_are_the_trials_listed_with_1(case: Any) -> Any:
    """Where all groups have reward_stats, resolved counts the trials listed with a reward of 1."""

    def summary(result: Any) -> Any:
        answer = SummaryOf()(result)
        stats = [group.get("reward_stats") for group in _groups(result)]
        if not all(isinstance(one, dict) for one in stats):
            return answer
        rewards = [one["reward"] for one in stats if isinstance(one.get("reward"), dict)]
        listed = [lists.get(key) for lists in rewards for key in ("1", "1.0")]
        resolved = sum(len(names) for names in listed if isinstance(names, list))
        return {**answer, "resolved": resolved}

    return Outcome(summary=summary)(case)


# source: another reading of the word completed: every planned trial has completed
# differs: 2 of 3 trials completed and none errored: "failed", not "completed"
@candidate("outcome")
def completed_needs_all_trials(case: Any) -> Any:
    """The status is completed only if no trial errored and as many completed as were planned."""

    def status(counts: Any) -> str:
        all_ended = counts.completed >= counts.trials
        return "completed" if counts.errored == 0 and all_ended else "failed"

    return Outcome(summary=SummaryOf(status=status))(case)


# source: a correction that is none: the completed trials already have the errored among them
# differs: 0 planned, 2 completed and 1 errored: "total": 2, not 3
@candidate("outcome")
def total_falls_back_to_the_completed(case: Any) -> Any:
    """Where no trials were planned, the total is the completed trials, without the errored."""
    total = lambda counts: counts.trials or counts.completed  # noqa: E731
    return Outcome(summary=SummaryOf(total=total))(case)


# source: public code for JSON in which nan is null: a metric without a number is passed over
# differs: metrics with a mean of null and of 1.0: "score": 1.0, not harbor_result_malformed
@candidate("outcome")
def null_values_are_passed_over(case: Any) -> Any:
    """A value of null is no sample, and does not make the file malformed."""

    def values(metric: Any) -> list[object]:
        return [value for value in values_of(metric) if value is not None]

    return Outcome(summary=SummaryOf(values=values))(case)


# source: a habit of Python: next(iter(metric.values()))
# differs: a metric {"correctness": 0.5, "speed": 1.0}: "score": 0.5, not 0.75
@candidate("outcome")
def first_value_stands_for_a_metric_without_mean(case: Any) -> Any:
    """A metric without the key mean gives its first value only."""
    return Outcome(summary=SummaryOf(values=lambda metric: values_of(metric)[:1]))(case)


# source: a habit of Python: data["stats"]["evals"], which raises where they are absent
# differs: {"n_total_trials": 1}: harbor_result_malformed, not completed
@candidate("outcome")
def stats_and_evals_have_to_be_there(case: Any) -> Any:
    """A file without stats, or whose stats have no evals, is malformed."""

    def member(members: Any, name: str) -> object:
        if name in ("stats", "evals") and name not in members:
            raise MalformedError
        return member_of(members, name)

    return Outcome(summary=SummaryOf(member=member))(case)
