"""Other ways to read the counts, and to make a status and a total of them."""

import math
import re

from candidates.deviations.deviation import (
    Changes,
    Deviation,
    Parameter,
    Step,
    after,
    around,
    before,
    instead,
)
from candidates.deviations.outcome.documents import Json, refusing
from candidates.reference.outcome import Counts, Members, Summary


def _is_fraction(count: Json) -> bool:
    return isinstance(count, float) and math.isfinite(count)


def _text_of_float(count: Json) -> Json:
    return float(count) if isinstance(count, str) and count else count


def _leading_digits(count: Json) -> Json:
    digits = re.match(r"\s*[+-]?[0-9]+", count) if isinstance(count, str) else None
    return int(digits[0]) if digits else count


def _by_score(summary: Summary) -> Summary:
    return {**summary, "status": "completed" if summary["score"] > 0 else "failed"}


def _by_errors_above_zero(counts: Counts) -> str:
    return "failed" if counts.errored > 0 else "completed"


def _by_completion(counts: Counts) -> str:
    return "completed" if counts.errored == 0 and counts.completed >= counts.trials else "failed"


def _is_no_integer(count: Json) -> bool:
    return count is not None and (isinstance(count, bool) or not isinstance(count, int))


def _with_reason(code: str) -> Changes:
    def with_reason(summary: Summary) -> Summary:
        return {**summary, "reason_code": code if summary["status"] == "failed" else None}

    return after(summary=with_reason)


def _with_older_name(older: str) -> Changes:
    def looking_twice(member: Step) -> Step:
        def member_of(members: Members, name: str) -> Json:
            if name == "n_errored_trials" and name not in members:
                return members.get(older)
            return member(members, name)

        return member_of

    return around({"summary.member": looking_twice})


def _truthy_total(summary: Step) -> Step:
    def summary_of(result: Json) -> Json:
        members = summary(result)
        return members | {"total": result.get("n_total_trials") or members["total"]}

    return summary_of


DEVIATIONS = (
    Deviation(
        "null-count-refused",
        "outcome.falsy-counts",
        "a count that is null makes the file malformed",
        before({"summary.count": refusing(lambda count: count is None)}),
    ),
    Deviation(
        "empty-count-refused",
        "outcome.falsy-counts",
        "of all that is falsy, only null, false and zero are taken for 0",
        before({"summary.count": refusing(lambda count: count in ("", [], {}))}),
    ),
    Deviation(
        "counts-rounded",
        "outcome.count-numbers",
        "counts are rounded to the nearest integer",
        before({"summary.count": lambda count: round(count) if _is_fraction(count) else count}),
    ),
    Deviation(
        "counts-floored",
        "outcome.count-numbers",
        "counts below zero are cut off downwards",
        before(
            {"summary.count": lambda count: math.floor(count) if _is_fraction(count) else count}
        ),
    ),
    Deviation(
        "boolean-counts-refused",
        "outcome.count-numbers",
        "true is not taken for 1",
        before({"summary.count": refusing(lambda count: isinstance(count, bool))}),
    ),
    Deviation(
        "text-counts-refused",
        "outcome.count-text",
        "a count must be a number",
        before({"summary.count": refusing(lambda count: isinstance(count, str))}),
    ),
    Deviation(
        "integer-counts-only",
        "outcome.count-numbers",
        "a count that is there has to be an integer, as for Go's int and serde's u64",
        before({"summary.count": refusing(_is_no_integer)}),
    ),
    Deviation(
        "negative-counts-refused",
        "outcome.total-falls-back",
        "a count is an integer without a sign",
        before({"summary.count": refusing(lambda count: isinstance(count, int) and count < 0)}),
    ),
    Deviation(
        "text-counts-as-floats",
        "outcome.count-text",
        "text is read as a float first",
        before({"summary.count": _text_of_float}),
    ),
    Deviation(
        "text-counts-to-the-last-digit",
        "outcome.count-text",
        "what follows the digits is dropped, as by parseInt",
        before({"summary.count": _leading_digits}),
    ),
    Deviation(
        "text-counts-in-ascii",
        "outcome.count-text",
        "digits and white space of other scripts are refused",
        before(
            {
                "summary.count": refusing(
                    lambda count: isinstance(count, str) and not count.isascii()
                )
            }
        ),
    ),
    Deviation(
        "status-by-score",
        "outcome.status-by-errors",
        "a job that scored nothing has failed",
        after(summary=_by_score),
    ),
    Deviation(
        "status-by-completion",
        "outcome.status-by-errors",
        "a job has failed unless all of its trials are complete",
        instead({"summary.status": _by_completion}),
    ),
    Deviation(
        "status-by-errors-above-zero",
        "outcome.status-by-errors",
        "a count below zero is no error",
        instead({"summary.status": _by_errors_above_zero}),
    ),
    Deviation(
        "failed-with-a-reason",
        "outcome.status-by-errors",
        "a failed job has a reason code",
        parameter=Parameter("reason code", "harbor_trial_errored", str, _with_reason),
    ),
    Deviation(
        "errors-of-older-files",
        "outcome.status-by-errors",
        "where errored trials are not counted, the older name is looked up",
        parameter=Parameter("name", "n_errors", str, _with_older_name),
    ),
    Deviation(
        "total-of-completed-alone",
        "outcome.total-falls-back",
        "errored trials are taken for completed ones as well",
        instead({"summary.total": lambda counts: counts.trials or counts.completed}),
    ),
    Deviation(
        "total-without-fallback",
        "outcome.total-falls-back",
        "a total of zero stays",
        instead({"summary.total": lambda counts: counts.trials}),
    ),
    Deviation(
        "total-of-what-ended",
        "outcome.total-falls-back",
        "the trials that ended are added up, whatever was planned",
        instead({"summary.total": lambda counts: counts.completed + counts.errored}),
    ),
    Deviation(
        "total-if-truthy",
        "outcome.total-falls-back",
        "the total is looked at before it is an integer",
        around(summary=_truthy_total),
    ),
)
"""Each breaks one clause about counts, the status or the total."""
