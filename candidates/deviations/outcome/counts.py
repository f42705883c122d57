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
    family,
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
    family(
        "counts-read",
        "outcome.falsy-counts",
        "{}",
        {
            "null-refused": (
                "a count that is null is malformed",
                before({"summary.count": refusing(lambda count: count is None)}),
            ),
            "empty-refused": (
                "a count that is an empty text, list or object is malformed",
                before({"summary.count": refusing(lambda count: count in ("", [], {}))}),
            ),
            "rounded": (
                "counts are rounded to the nearest integer",
                before(
                    {"summary.count": lambda count: round(count) if _is_fraction(count) else count}
                ),
                "outcome.count-numbers",
            ),
            "floored": (
                "counts are rounded down",
                before(
                    {
                        "summary.count": lambda count: (
                            math.floor(count) if _is_fraction(count) else count
                        )
                    }
                ),
                "outcome.count-numbers",
            ),
            "no-booleans": (
                "a count of true is malformed",
                before({"summary.count": refusing(lambda count: isinstance(count, bool))}),
                "outcome.count-numbers",
            ),
        },
        advice="Truncate a count towards zero, and read true as 1 and any empty value as 0.",
    ),
    family(
        "counts-of-text",
        "outcome.count-text",
        "{}",
        {
            "refused": (
                "a count that is text is malformed",
                before({"summary.count": refusing(lambda count: isinstance(count, str))}),
            ),
            "integers-only": (
                "a count must be an integer, as for Go's int and serde's u64",
                before({"summary.count": refusing(_is_no_integer)}),
                "outcome.count-numbers",
            ),
            "unsigned": (
                "a negative count is malformed",
                before(
                    {"summary.count": refusing(lambda count: isinstance(count, int) and count < 0)}
                ),
                "outcome.total-falls-back",
            ),
            "as-floats": (
                "text is read as a float first",
                before({"summary.count": _text_of_float}),
            ),
            "prefix": (
                "text after the digits is ignored, as by parseInt()",
                before({"summary.count": _leading_digits}),
            ),
            "ascii": (
                "digits and white space beyond ASCII are refused",
                before(
                    {
                        "summary.count": refusing(
                            lambda count: isinstance(count, str) and not count.isascii()
                        )
                    }
                ),
            ),
        },
        advice="Read a count that is text as int() does.",
    ),
    family(
        "status-by",
        "outcome.status-by-errors",
        "the status is failed {}",
        {
            "without-score": ("where the score is 0", after(summary=_by_score)),
            "unless-complete": (
                "unless all trials are complete",
                instead({"summary.status": _by_completion}),
            ),
            "above-zero": (
                "only where errors are above zero",
                instead({"summary.status": _by_errors_above_zero}),
            ),
        },
        advice="Report failed where n_errored_trials is not 0.",
    ),
    Deviation(
        "failed-with-a-reason",
        "outcome.status-by-errors",
        "a failed job has the reason code {}",
        parameter=Parameter("reason code", "harbor_trial_errored", str, _with_reason),
        advice="Leave the reason code null where the file can be read.",
    ),
    Deviation(
        "errors-of-older-files",
        "outcome.status-by-errors",
        "errored trials are read from {} where they are not counted",
        parameter=Parameter("name", "n_errors", str, _with_older_name),
        advice="Read n_errored_trials alone.",
    ),
    family(
        "total-is",
        "outcome.total-falls-back",
        "the total is {}",
        {
            "completed": (
                "that of completed trials where none is recorded",
                instead({"summary.total": lambda counts: counts.trials or counts.completed}),
            ),
            "as-recorded": (
                "n_total_trials, even 0",
                instead({"summary.total": lambda counts: counts.trials}),
            ),
            "ended": (
                "the sum of completed and errored trials",
                instead({"summary.total": lambda counts: counts.completed + counts.errored}),
            ),
            "truthy": (
                "n_total_trials unless it is false before it is converted",
                around(summary=_truthy_total),
            ),
        },
        advice="Use n_total_trials, or the sum of completed and errored trials where it is 0.",
    ),
)
"""Each breaks one clause about counts, the status or the total."""
