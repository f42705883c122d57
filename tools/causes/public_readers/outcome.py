"""Ports of `outcome` with one mistake each."""

from typing import Any

from candidates.reference.outcome import (
    Counts,
    Outcome,
    SummaryOf,
    mean_of_all,
    member_of,
    object_of,
    status_of,
)
from candidates.reference.summation import total
from tools.causes.wrong.making import candidate

Json = Any


# source: public readers of a job's mean, such as parse_harbor_mean: they return at the first eval
#   that has a metric (stored file 68454362734)
# differs: two groups with the means 1 and 0: score 1.0, not 0.5
@candidate("outcome")
def only_the_first_group_with_metrics_counts(case: Json) -> Json:
    """The score is the mean of all values of the first group that has any.

    Later groups must still be such as can be read.
    """

    def score(samples: Json, mean: Json) -> float:
        return mean_of_all([group for group in samples if any(group)][:1], mean)

    return Outcome(summary=SummaryOf(score=score))(case)


# source: a public report of Harbor jobs (TypeScript), parseResult: the mean of each eval is
#   weighted by its n_trials (stored file 67156451147)
# differs: groups of 3 and 1 trials with the means 1 and 0: score 0.75, not 0.5
@candidate("outcome")
def groups_weigh_as_many_trials(case: Json) -> Json:
    """The score is the mean of the groups' means, each weighted by the group's n_trials.

    That is if each group that has values has an n_trials that is an integer above 0; if not, the
    score is as it should be. The products are added and divided once, in binary64.
    """

    def summary(result: Json) -> Json:
        def score(samples: Json, mean: Json) -> Json:
            groups: Json = object_of(
                member_of(object_of(member_of(result, "stats")), "evals")
            ).values()
            means = [
                (group.get("n_trials"), mean([value for metric in metrics for value in metric]))
                for group, metrics in zip(groups, samples, strict=True)
                if any(metrics)
            ]
            if not means or not all(type(n) is int and n > 0 for n, _ in means):
                return mean_of_all(samples, mean)
            return total([n * value for n, value in means]) / sum(n for n, _ in means)

        return SummaryOf(score=score)(result)

    return Outcome(summary=summary)(case)


# source: a public runner of Terminal-Bench on a local server: a job whose completed trials are not
#   as many as all its trials has failed (stored file 70359104567)
# differs: 4 trials, 3 of them completed, none errored: status failed, not completed
@candidate("outcome")
def an_incomplete_job_failed(case: Json) -> Json:
    """The status is also failed where n_completed_trials is not equal to n_total_trials."""

    def status(counts: Counts) -> str:
        return status_of(counts) if counts.completed == counts.trials else "failed"

    return Outcome(summary=SummaryOf(status=status))(case)
