"""First versions of `outcome`, written from the texts, with one mistake each."""

from typing import Any

from candidates.reference.outcome import (
    Outcome,
    SummaryOf,
)
from tools.causes.wrong.making import candidate

Json = Any


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
