"""Ports of `outcome` with one mistake each."""

import re
from typing import Any

from candidates.reference.outcome import (
    ABSENT,
    MalformedError,
    Outcome,
    SummaryOf,
    count_of,
    member_of,
    number_of,
    total_of,
)
from tools.causes.wrong.making import candidate

Json = Any

_LEADING_DIGITS = re.compile(r"[ \t\n\v\f\r]*([+-]?[0-9]+(?:_[0-9]+)*)")


# source: spec/000 §5 'data.get("stats", {})', ported as `data.stats ?? {}` in TypeScript
# differs: {"stats": null}: completed, 0 of 0, not harbor_result_malformed
@candidate("outcome")
def null_containers_count_as_absent(case: Json) -> Json:
    """Where stats, evals or metrics is null it counts as absent, where it should be malformed."""

    def member(members: Json, name: str) -> Json:
        if name in ("stats", "evals", "metrics") and members.get(name) is None:
            return ABSENT[name]
        return member_of(members, name)

    return Outcome(summary=SummaryOf(member=member))(case)


# source: spec/000 §5 "resolved = round(score * total)" and "total = n_total_trials if truthy else
#   n_completed_trials + n_errored_trials": taken for the same total
# differs: no n_total_trials, 2 completed, mean 1: resolved 2, not 0
@candidate("outcome")
def resolved_is_of_the_total_shown(case: Json) -> Json:
    """The resolved trials are the score times the total shown, not times n_total_trials.

    So where n_total_trials is 0, they are of the sum of the other counts.
    """

    def product(score: float, counts: Json) -> float:
        return score * float(total_of(counts))

    return Outcome(summary=SummaryOf(product=product))(case)


# source: spec/000 §5 'float(metric["mean"])' of a typed map in Go or Rust, where a number in quotes
#   is a decoding error
# differs: a metric of {"mean": "0.5"}: harbor_result_malformed, not a score of 0.5
@candidate("outcome")
def samples_of_text_are_malformed(case: Json) -> Json:
    """A value of a metric that is text is malformed, even if it reads as a number."""

    def number(value: Json) -> float:
        if isinstance(value, str):
            raise MalformedError
        return number_of(value)

    return Outcome(summary=SummaryOf(number=number))(case)


# source: spec/000 §5 'int(stats.get("n_completed_trials") or 0)' as a Go field of type int: "cannot
#   unmarshal number 3.0 into Go value of type int"
# differs: "n_total_trials": 3.0: harbor_result_malformed, not a total of 3
@candidate("outcome")
def counts_with_a_point_are_malformed(case: Json) -> Json:
    """A count that is a number with a point or an exponent is malformed, even if it is whole."""

    def count(value: Json) -> int:
        if isinstance(value, float):
            raise MalformedError
        return count_of(value)

    return Outcome(summary=SummaryOf(count=count))(case)


# source: spec/000 §5 'int(data.get("n_total_trials") or 0)', in Ruby `data["n_total_trials"].to_i`,
#   where nil is 0 too and text is read as far as its digits go
# differs: "n_total_trials": "x": a total of 0, not harbor_result_malformed
@candidate("outcome")
def text_counts_as_far_as_its_digits(case: Json) -> Json:
    """A count of text that is no integer is read as far as its ASCII digits go, or as 0.

    It should be malformed; text that is an integer is read right.
    """

    def count(value: Json) -> int:
        try:
            return count_of(value)
        except MalformedError:
            if not isinstance(value, str):
                raise
        found = _LEADING_DIGITS.match(value)
        return int(found[1]) if found else 0

    return Outcome(summary=SummaryOf(count=count))(case)
