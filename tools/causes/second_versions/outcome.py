"""Second versions of `outcome` with one mistake each."""

from typing import Any

from candidates.reference.outcome import (
    Counts,
    MalformedError,
    Outcome,
    SummaryOf,
    count_of,
    elements_of,
    failed,
    member_of,
    number_of,
    object_of,
    total_of,
)
from tools.causes.wrong.making import candidate

Json = Any


# source: a fallback to the field's earlier name, as harbor's JobStats of older releases wrote
#   n_errors
# differs: stats of {"n_errors": 1}: "failed" and a total of 1, not "completed" and 0
@candidate("outcome")
def errors_may_have_their_old_name(case: Json) -> Json:
    """Where stats has no n_errored_trials, its n_errors is the number of errored trials, not 0."""

    def member(members: Json, name: str) -> Json:
        if name == "n_errored_trials" and name not in members:
            return members.get("n_errors", 0)
        return member_of(members, name)

    return Outcome(summary=SummaryOf(member=member))(case)


# source: a list of pairs collected into a dict by name, `values.update(metric)`, in place of a list
#   that is extended
# differs: metrics of {"a": 1, "b": 0} and {"a": 0, "b": 0}: a score of 0.0, not 0.25
@candidate("outcome")
def a_key_counts_once_in_a_group(case: Json) -> Json:
    """Of several values under the same key in the metrics of one group only the last counts.

    The others are not in the score (of a metric with a mean, only its mean is taken, as it
    should be).
    """

    def merged(value: Json) -> Json:
        by_key: Json = {}
        for metric in map(object_of, elements_of(value)):
            taken = {"mean": metric["mean"]} if "mean" in metric else metric
            by_key |= {key: number_of(each) for key, each in taken.items()}
        return [by_key]

    return Outcome(summary=SummaryOf(elements=merged, values=lambda metric: [*metric.values()]))(
        case
    )


# source: a clamp against impossible reports: `resolved = min(resolved, total)`
# differs: n_total_trials 1 and a sum of 2.0: "resolved": 1, not 2
@candidate("outcome")
def no_more_is_resolved_than_there_is(case: Json) -> Json:
    """The resolved trials are at most the total, although a score above 1 makes them more."""

    def summary(result: Json) -> Json:
        found = SummaryOf()(result)
        return {**found, "resolved": min(found["resolved"], found["total"])}

    return Outcome(summary=summary)(case)


# source: one `summary.update(...)` at the end of a `try` split into assignments along the way
# differs: n_total_trials 3 and a metric of "x": a total of 3 with harbor_result_malformed, not 0
@candidate("outcome")
def a_malformed_file_keeps_its_total(case: Json) -> Json:
    """A malformed file has the total that was read instead of 0.

    Where the three counts of trials can be read but the evals, the score or the resolved trials
    cannot, the line says harbor_result_malformed with that total.
    """

    def summary(result: Json) -> Json:
        try:
            return SummaryOf()(result)
        except (MalformedError, ValueError, OverflowError):
            stats = object_of(member_of(object_of(result), "stats"))
            total = total_of(
                Counts(
                    trials=count_of(member_of(result, "n_total_trials")),
                    completed=count_of(member_of(stats, "n_completed_trials")),
                    errored=count_of(member_of(stats, "n_errored_trials")),
                )
            )
            return {**failed("harbor_result_malformed"), "total": total}

    return Outcome(summary=summary)(case)
