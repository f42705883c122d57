"""Other ways to read counts and other fields, and to make a status and a total."""

import json
import re
from contextlib import suppress
from functools import partial

from candidates.deviations.deviation import Changes, Step, Table, after, before, calling, instead
from candidates.deviations.forms import where
from candidates.deviations.outcome.file import Json, malformed, on_document
from candidates.deviations.parameters import first_of, refused_beyond, taking_name
from candidates.reference.outcome import MalformedError, Members, OutcomeInput


def _leading_digits(count: Json) -> Json:
    digits = re.match(r"\s*[+-]?[0-9]+", count) if isinstance(count, str) else None
    return int(digits[0]) if digits else count


def _is_no_integer(count: Json) -> bool:
    return count is not None and (isinstance(count, bool) or not isinstance(count, int))


def _with_older_name(older: str) -> Changes:
    def looking_twice(member: Step, members: Members, name: str) -> Json:
        is_old = name == "n_errored_trials" and name not in members
        return members.get(older) if is_old else member(members, name)

    return calling("summary.member", looking_twice)


def _truthy_total(summary: Step, result: Json) -> Json:
    members = summary(result)
    return members | {"total": result.get("n_total_trials") or members["total"]}


def _without_nulls(value: Json) -> Json:
    """Drop every member that is null, but for samples, which are in lists."""
    if not isinstance(value, dict):
        return value
    return {name: _without_nulls(v) for name, v in value.items() if v is not None}


def _with_total_of_malformed(outcome: Step, case: OutcomeInput) -> dict[str, str]:
    """Fill the summary member by member, so that a malformed file leaves its total."""
    answer: dict[str, str] = outcome(case)
    label, brace, rest = answer["line"].partition("{")
    summary = json.loads(brace + rest)
    if summary.get("reason_code") == "harbor_result_malformed":
        with suppress(ValueError, AttributeError, TypeError, OverflowError):
            summary["total"] = int(json.loads(case["result"] or b"").get("n_total_trials") or 0)
            return {"line": label + json.dumps(summary)}
    return answer


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


def _only_objects(metrics: Json) -> Json:
    is_list = isinstance(metrics, list)
    return [one for one in metrics if isinstance(one, dict)] if is_list else metrics


_count = partial(before, "summary.count")
"""Returns the change of what a count is read from."""

_elements = partial(before, "summary.elements")
"""Returns the change of the metrics of a group."""

ROWS: Table = {
    "counts-read": {
        "null-refused": _count(malformed(lambda count: count is None)),
        "empty-refused": _count(malformed(lambda count: count in ("", [], {}))),
        "no-booleans": _count(malformed(lambda count: isinstance(count, bool))),
    },
    "counts-of-text": {
        "refused": _count(malformed(lambda count: isinstance(count, str))),
        "integers-only": _count(malformed(_is_no_integer)),
        "unsigned": _count(malformed(lambda count: isinstance(count, int) and count < 0)),
        "as-floats": _count(
            lambda count: float(count) if count and isinstance(count, str) else count
        ),
        "prefix": _count(_leading_digits),
        "ascii": _count(malformed(lambda count: isinstance(count, str) and not count.isascii())),
    },
    "status-by": {
        "without-score": after(
            summary=lambda of: {**of, "status": "completed" if of["score"] > 0 else "failed"}
        ),
        "unless-complete": instead(
            "summary.status",
            lambda of: "failed" if of.errored != 0 or of.completed < of.trials else "completed",
        ),
        "above-zero": instead(
            "summary.status", lambda counts: "failed" if counts.errored > 0 else "completed"
        ),
    },
    "errors-of-older-files": taking_name(_with_older_name, "n_errors"),
    "total-is": {
        "completed": instead("summary.total", lambda counts: counts.trials or counts.completed),
        "as-recorded": instead("summary.total", lambda counts: counts.trials),
        "ended": instead("summary.total", lambda counts: counts.completed + counts.errored),
        "truthy": calling(summary=_truthy_total),
    },
    "result-refused-beyond": refused_beyond("decode", MalformedError),
    "result-first-groups": first_of(
        "number of groups", partial(before, "summary.score"), 12, 64, 255, 512
    ),
    "result-first-metrics": first_of(
        "number of metrics",
        lambda cut: before("summary.score", lambda samples: [*map(cut, samples)]),
        *(12, 64, 255),
    ),
    "result-first-keys": first_of(
        "number of names", partial(after, "summary.values"), 8, 64, 255, 512
    ),
    "result-members": {
        "null-is-absent": on_document(_without_nulls),
        "validated": on_document(malformed(_is_mistyped)),
        "errors-of-groups": on_document(_with_errors_of_groups),
    },
    "result-metrics": {
        "one-object": _elements(lambda found: [found] if isinstance(found, dict) else found),
        "lists": _elements(malformed(lambda metrics: not isinstance(metrics, list))),
        "others-skipped": _elements(_only_objects),
        "text-skipped": _elements(lambda found: [] if isinstance(found, str) else found),
    },
    "bad-samples-skipped": before(
        "summary.values", where(lambda _, one: isinstance(one, int | float))
    ),
    "total-kept-of-malformed": calling(outcome=_with_total_of_malformed),
}
