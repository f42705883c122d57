"""Wrong ways to read the counts of result.json, and to make a status and a total of them."""

import math
import re

from candidates.broken.outcome_parts import (
    Json,
    Summary,
    count_of,
    reading,
    saying,
    with_counts,
)
from candidates.broken.variant import Variant

_REFUSED = ["not empty"]
"""What no count can be."""


def _null_refused(count: Json) -> Json:
    return _REFUSED if count is None else count


def _empties_refused(count: Json) -> Json:
    return _REFUSED if count in ("", [], {}) else count


def _rounded(count: Json) -> Json:
    return round(count) if isinstance(count, float) and math.isfinite(count) else count


def _floored(count: Json) -> Json:
    return math.floor(count) if isinstance(count, float) and math.isfinite(count) else count


def _booleans_refused(count: Json) -> Json:
    return _REFUSED if isinstance(count, bool) else count


def _text_refused(count: Json) -> Json:
    return _REFUSED if isinstance(count, str) else count


def _text_of_float(count: Json) -> Json:
    return float(count) if isinstance(count, str) and count else count


def _leading_digits(count: Json) -> Json:
    found = re.match(r"\s*[+-]?[0-9]+", count) if isinstance(count, str) else None
    return int(found[0]) if found else count


def _ascii_alone(count: Json) -> Json:
    return _REFUSED if isinstance(count, str) and not count.isascii() else count


def _by_score(summary: Summary, _result: Json) -> Summary:
    return summary | {"status": "completed" if summary["score"] > 0 else "failed"}


def _by_errors_above_zero(summary: Summary, result: Json) -> Summary:
    errored = int(result.get("stats", {}).get("n_errored_trials") or 0)
    return summary | {"status": "failed" if errored > 0 else "completed"}


def _with_reason(summary: Summary, _result: Json) -> Summary:
    failed = summary["status"] == "failed"
    return summary | {"reason_code": "harbor_trial_errored" if failed else None}


def _with_older_names(result: Json) -> Json:
    stats = result.get("stats", {})
    return {**result, "stats": {"n_errored_trials": stats.get("n_errors"), **stats}}


def _completed_alone(summary: Summary, result: Json) -> Summary:
    completed = int(result.get("stats", {}).get("n_completed_trials") or 0)
    return summary | {"total": count_of(result) or completed}


def _no_fallback(summary: Summary, result: Json) -> Summary:
    return summary | {"total": count_of(result)}


def _truthy_total(summary: Summary, result: Json) -> Summary:
    return summary | {"total": result.get("n_total_trials") or summary["total"]}


VARIANTS = (
    Variant(
        "null-count-refused",
        "outcome.falsy-counts",
        "a count that is null makes the file malformed",
        with_counts(_null_refused),
    ),
    Variant(
        "empty-count-refused",
        "outcome.falsy-counts",
        "of all that is falsy, only null, false and zero are taken for 0",
        with_counts(_empties_refused),
    ),
    Variant(
        "counts-rounded",
        "outcome.count-numbers",
        "counts are rounded to the nearest integer",
        with_counts(_rounded),
    ),
    Variant(
        "counts-floored",
        "outcome.count-numbers",
        "counts below zero are cut off downwards",
        with_counts(_floored),
    ),
    Variant(
        "boolean-counts-refused",
        "outcome.count-numbers",
        "true is not taken for 1",
        with_counts(_booleans_refused),
    ),
    Variant(
        "text-counts-refused",
        "outcome.count-text",
        "a count must be a number",
        with_counts(_text_refused),
    ),
    Variant(
        "text-counts-as-floats",
        "outcome.count-text",
        "text is read as a float first",
        with_counts(_text_of_float),
    ),
    Variant(
        "text-counts-to-the-last-digit",
        "outcome.count-text",
        "what follows the digits is dropped, as by parseInt",
        with_counts(_leading_digits),
    ),
    Variant(
        "text-counts-in-ascii",
        "outcome.count-text",
        "digits and white space of other scripts are refused",
        with_counts(_ascii_alone),
    ),
    Variant(
        "status-by-score",
        "outcome.status-by-errors",
        "a job that scored nothing has failed",
        saying(_by_score),
    ),
    Variant(
        "status-by-errors-above-zero",
        "outcome.status-by-errors",
        "a count below zero is no error",
        saying(_by_errors_above_zero),
    ),
    Variant(
        "failed-with-a-reason",
        "outcome.status-by-errors",
        "a failed job has a reason code",
        saying(_with_reason),
    ),
    Variant(
        "errors-of-older-files",
        "outcome.status-by-errors",
        "where errored trials are not counted, the older name is looked up",
        reading(_with_older_names),
    ),
    Variant(
        "total-of-completed-alone",
        "outcome.total-falls-back",
        "errored trials are taken for completed ones as well",
        saying(_completed_alone),
    ),
    Variant(
        "total-without-fallback",
        "outcome.total-falls-back",
        "a total of zero stays",
        saying(_no_fallback),
    ),
    Variant(
        "total-if-truthy",
        "outcome.total-falls-back",
        "the total is looked at before it is an integer",
        saying(_truthy_total),
    ),
)
