"""Other ways to read counts and other fields, and to make a status and a total."""

import json
import math
import re

from candidates.deviations.deviation import Changes, Step, after, around, before, instead
from candidates.deviations.forms import refused_beyond
from candidates.deviations.outcome.file import Json, malformed, on_document, on_line
from candidates.deviations.parameters import taking, taking_limit, taking_name
from candidates.deviations.rows import Table
from candidates.reference.outcome import Counts, MalformedError, Members, Samples, Summary


def _is_text(value: Json) -> bool:
    return isinstance(value, str)


def _is_list(value: Json) -> bool:
    return isinstance(value, list)


def _is_fraction(count: Json) -> bool:
    return isinstance(count, float) and math.isfinite(count)


def _leading_digits(count: Json) -> Json:
    digits = re.match(r"\s*[+-]?[0-9]+", count) if isinstance(count, str) else None
    return int(digits[0]) if digits else count


def _by_score(summary: Summary) -> Summary:
    return {**summary, "status": "completed" if summary["score"] > 0 else "failed"}


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


def _first_metrics(limit: int) -> Changes:
    def kept(samples: Samples) -> Samples:
        return [group[:limit] for group in samples]

    return before({"summary.score": kept})


def _requiring(name: str) -> Changes:
    """Return the change that refuses a file without a member."""

    def requiring(member: Step) -> Step:
        def member_of(members: Members, other: str) -> Json:
            if other == name and name not in members:
                raise MalformedError
            return member(members, other)

        return member_of

    return around({"summary.member": requiring})


def _without_nulls(value: Json) -> Json:
    """Drop every member that is null, but for samples, which are in lists."""
    if not isinstance(value, dict):
        return value
    return {name: _without_nulls(v) for name, v in value.items() if v is not None}


def _with_total_of_malformed(summary: Json, content: bytes) -> Json:
    """Fill the summary member by member, so that a malformed file leaves its total."""
    if summary.get("reason_code") != "harbor_result_malformed":
        return summary
    try:
        total = int(json.loads(content).get("n_total_trials") or 0)
    except (ValueError, AttributeError, TypeError, OverflowError):
        return summary
    return summary | {"total": total}


def _is_mistyped(result: Json) -> bool:
    stats = result.get("stats", {})
    groups = stats.get("evals", {}).values()
    counts = [stats.get("n_running_trials", 0), *(group.get("n_trials", 0) for group in groups)]
    return not all(isinstance(count, int) for count in counts)


def _with_errors_of_groups(result: Json) -> Json:
    stats = result.get("stats", {})
    errored = sum(bool(group.get("n_errors")) for group in stats.get("evals", {}).values())
    errored = errored or stats.get("n_errored_trials")
    return {**result, "stats": {**stats, "n_errored_trials": errored}}


ROWS: Table = {
    "counts-read": {
        "null-refused": before({"summary.count": malformed(lambda count: count is None)}),
        "empty-refused": before({"summary.count": malformed(lambda count: count in ("", [], {}))}),
        "rounded": before(
            {"summary.count": lambda count: round(count) if _is_fraction(count) else count}
        ),
        "floored": before(
            {"summary.count": lambda count: math.floor(count) if _is_fraction(count) else count}
        ),
        "no-booleans": before({"summary.count": malformed(lambda count: isinstance(count, bool))}),
    },
    "counts-of-text": {
        "refused": before({"summary.count": malformed(lambda count: isinstance(count, str))}),
        "integers-only": before({"summary.count": malformed(_is_no_integer)}),
        "unsigned": before(
            {"summary.count": malformed(lambda count: isinstance(count, int) and count < 0)}
        ),
        "as-floats": before(
            {"summary.count": lambda count: float(count) if count and _is_text(count) else count}
        ),
        "prefix": before({"summary.count": _leading_digits}),
        "ascii": before(
            {"summary.count": malformed(lambda count: _is_text(count) and not count.isascii())}
        ),
    },
    "status-by": {
        "without-score": after(summary=_by_score),
        "unless-complete": instead({"summary.status": _by_completion}),
        "above-zero": instead(
            {"summary.status": lambda counts: "failed" if counts.errored > 0 else "completed"}
        ),
    },
    "failed-with-a-reason": taking("reason code", str, _with_reason, "harbor_trial_errored"),
    "errors-of-older-files": taking_name(_with_older_name, "n_errors"),
    "total-is": {
        "completed": instead({"summary.total": lambda counts: counts.trials or counts.completed}),
        "as-recorded": instead({"summary.total": lambda counts: counts.trials}),
        "ended": instead({"summary.total": lambda counts: counts.completed + counts.errored}),
        "truthy": around(summary=_truthy_total),
    },
    "result-refused-beyond": taking_limit(
        "number of bytes", refused_beyond("decode", MalformedError), (4_096, 65_536)
    ),
    "result-first-groups": taking_limit(
        "number of groups",
        lambda limit: before({"summary.score": lambda samples: samples[:limit]}),
        (12, 64, 255, 512),
    ),
    "result-first-metrics": taking_limit("number of metrics", _first_metrics, (12, 64, 255)),
    "result-first-keys": taking_limit(
        "number of names",
        lambda limit: after({"summary.values": lambda values: values[:limit]}),
        (8, 64, 255, 512),
    ),
    "result-requires": {
        "stats": _requiring("stats"),
        "trials": _requiring("n_total_trials"),
        "evals": _requiring("evals"),
        "metrics": _requiring("metrics"),
    },
    "result-members": {
        "null-is-absent": on_document(_without_nulls),
        "validated": on_document(malformed(_is_mistyped)),
        "errors-of-groups": on_document(_with_errors_of_groups),
    },
    "result-metrics": {
        "one-object": before(
            {
                "summary.elements": lambda metrics: (
                    [metrics] if isinstance(metrics, dict) else metrics
                )
            }
        ),
        "lists": before(
            {"summary.elements": malformed(lambda metrics: not isinstance(metrics, list))}
        ),
        "others-skipped": before(
            {
                "summary.elements": lambda metrics: (
                    [one for one in metrics if isinstance(one, dict)]
                    if _is_list(metrics)
                    else metrics
                )
            }
        ),
        "text-skipped": before(
            {"summary.elements": lambda metrics: [] if isinstance(metrics, str) else metrics}
        ),
    },
    "bad-samples-skipped": before(
        {
            "summary.values": lambda metric: {
                name: value for name, value in metric.items() if isinstance(value, int | float)
            }
        }
    ),
    "total-kept-of-malformed": on_line(_with_total_of_malformed),
}
