"""First versions of `outcome`, written from the texts, with one mistake each."""

from typing import Any

from candidates.reference.outcome import (
    ABSENT,
    MalformedError,
    Outcome,
    SummaryOf,
    count_of,
    number_of,
)
from tools.causes.wrong.making import candidate

Json = Any


# source: spec/000 §5, data.get("stats", {}), which a port to TypeScript or C# writes as
#   data.stats ?? {}
# differs: {"n_total_trials": 2, "stats": null}: completed, not harbor_result_malformed
@candidate("outcome")
def null_containers_count_as_absent(case: Json) -> Json:
    """A null in the place of stats, evals or metrics is as good as no member.

    It should be malformed. A null group or metric still is.
    """

    def member(members: Json, name: str) -> Json:
        value = members.get(name)
        return ABSENT[name] if value is None else value

    return Outcome(summary=SummaryOf(member=member))(case)


# source: spec/000 §5, int(data.get("n_total_trials") or 0): in Go the counts are fields of type
#   int, and json.Unmarshal leaves 0 for null and refuses all but integers
# differs: {"n_total_trials": 2.0}: harbor_result_malformed, not a total of 2
@candidate("outcome")
def counts_have_to_be_integers(case: Json) -> Json:
    """A count other than an integer or null is malformed.

    Text, truth values, numbers with a point or an exponent, lists and objects are refused.
    """

    def count(value: Json) -> int:
        if value is None:
            return 0
        if isinstance(value, bool) or not isinstance(value, int):
            raise MalformedError
        return value

    return Outcome(summary=SummaryOf(count=count))(case)


# source: spec/000 §5, float(v), which becomes Number(v) in TypeScript or (float) $v in PHP: both
#   make 0 of null
# differs: metrics [{"mean": null}]: a score of 0.0, not harbor_result_malformed
@candidate("outcome")
def a_null_sample_counts_as_zero(case: Json) -> Json:
    """A metric's value of null is a sample of 0.0, where it should be malformed."""

    def number(value: Json) -> float:
        return 0.0 if value is None else number_of(value)

    return Outcome(summary=SummaryOf(number=number))(case)


# source: spec/000 §5, "total or completed + errored", as
#   data.n_total_trials ?? completed + errored
# differs: {"n_total_trials": 0, "stats": {"n_completed_trials": 3}}: a total of 0, not 3
@candidate("outcome")
def a_total_of_zero_does_not_fall_back(case: Json) -> Json:
    """The total is the sum of the other counts only where n_total_trials is absent or null.

    Where it is there and counts 0, the total is 0.
    """

    def summary(result: Json) -> Json:
        found = SummaryOf()(result)
        total = result.get("n_total_trials")
        return found if total is None else found | {"total": count_of(total)}

    return Outcome(summary=summary)(case)


def _object(value: Json) -> Json:
    return dict(enumerate(value)) if isinstance(value, list) else value


def _list(value: Json) -> Json:
    return list(value.values()) if isinstance(value, dict) else value


def _inside(value: Json, name: str, change: Json) -> Json:
    """Change a member of an object, or of a list that stands for one, where it is there."""
    found = _object(value)
    return (
        found | {name: change(found[name])} if isinstance(found, dict) and name in found else found
    )


def _metrics(value: Json) -> Json:
    metrics = _list(value)
    return [_object(one) for one in metrics] if isinstance(metrics, list) else metrics


def _evals(value: Json) -> Json:
    groups = _object(value)
    if not isinstance(groups, dict):
        return groups
    return {key: _inside(group, "metrics", _metrics) for key, group in groups.items()}


def _stats(value: Json) -> Json:
    return _inside(value, "evals", _evals)


# source: spec/000 §5, json.loads(...) and .values(): json_decode($text, true) and foreach in PHP,
#   where lists and objects are arrays
# differs: []: completed with a total of 0, not harbor_result_malformed
@candidate("outcome")
def lists_and_objects_are_the_same(case: Json) -> Json:
    """A list may stand for an object, and an object for the list of its values.

    That goes for the whole file, stats, evals, groups, metrics and each metric; a list has no
    named members, and all of its elements are values.
    """

    def summary(result: Json) -> Json:
        return SummaryOf()(_inside(result, "stats", _stats))

    return Outcome(summary=summary)(case)
