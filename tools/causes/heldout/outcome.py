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
