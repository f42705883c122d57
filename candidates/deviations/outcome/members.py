"""Other ways to deal with members that are absent, null or of another type."""

import json

from candidates.deviations.deviation import Changes, Deviation, Step, around, before
from candidates.deviations.outcome.documents import Json, on_document, on_line, refusing
from candidates.reference.outcome import MalformedError, Members


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
    """Drop every member that is null, but for samples, which stand in lists."""
    if not isinstance(value, dict):
        return value
    return {name: _without_nulls(v) for name, v in value.items() if v is not None}


def _only_objects(metrics: Json) -> Json:
    if not isinstance(metrics, list):
        return metrics
    return [metric for metric in metrics if isinstance(metric, dict)]


def _only_readable(metric: Members) -> Members:
    return {name: value for name, value in metric.items() if isinstance(value, int | float)}


def _with_total_of_malformed(summary: Json, content: bytes) -> Json:
    """Fill the summary member by member, so that a malformed file leaves its total."""
    if summary.get("reason_code") != "harbor_result_malformed":
        return summary
    try:
        total = int(json.loads(content).get("n_total_trials") or 0)
    except (ValueError, AttributeError, TypeError, OverflowError):
        return summary
    return summary | {"total": total}


def _with_completed_if_needed(result: Json) -> Json:
    needed = not result.get("n_total_trials")
    stats = result.get("stats", {})
    return result if needed else {**result, "stats": {**stats, "n_completed_trials": 0}}


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


DEVIATIONS = (
    Deviation(
        "stats-required",
        "outcome.absent-members",
        "a file without stats is refused",
        _requiring("stats"),
    ),
    Deviation(
        "trials-required",
        "outcome.absent-members",
        "a file without n_total_trials is refused",
        _requiring("n_total_trials"),
    ),
    Deviation(
        "evals-required",
        "outcome.absent-members",
        "stats without evals are refused",
        _requiring("evals"),
    ),
    Deviation(
        "metrics-required",
        "outcome.absent-members",
        "a group without metrics is refused",
        _requiring("metrics"),
    ),
    Deviation(
        "null-is-absent",
        "outcome.null-containers",
        "null counts as an absent member",
        on_document(_without_nulls),
    ),
    Deviation(
        "metrics-may-be-an-object",
        "outcome.other-types",
        "an object in the place of metrics is taken for the only one",
        before(
            {
                "summary.elements": lambda metrics: (
                    [metrics] if isinstance(metrics, dict) else metrics
                )
            }
        ),
    ),
    Deviation(
        "metrics-must-be-a-list",
        "outcome.other-types",
        "empty text or an empty object in the place of metrics is refused",
        before({"summary.elements": refusing(lambda metrics: not isinstance(metrics, list))}),
    ),
    Deviation(
        "other-metrics-skipped",
        "outcome.other-types",
        "metrics that are no objects are passed over",
        before({"summary.elements": _only_objects}),
    ),
    Deviation(
        "text-for-metrics-passed-over",
        "outcome.other-types",
        "a loop over text in the place of metrics meets characters, and no metric among them",
        before({"summary.elements": lambda metrics: [] if isinstance(metrics, str) else metrics}),
    ),
    Deviation(
        "bad-samples-skipped",
        "outcome.all-or-nothing",
        "samples that cannot be read are passed over",
        before({"summary.values": _only_readable}),
    ),
    Deviation(
        "total-kept-of-malformed",
        "outcome.all-or-nothing",
        "the summary is filled as the file is read",
        on_line(_with_total_of_malformed),
    ),
    Deviation(
        "completed-read-if-needed",
        "outcome.all-or-nothing",
        "the completed trials are read only where the total needs them",
        on_document(_with_completed_if_needed),
    ),
    Deviation(
        "whole-file-validated",
        "outcome.unread-members",
        "the file is read into a typed model",
        on_document(refusing(_is_mistyped)),
    ),
    Deviation(
        "errors-of-groups",
        "outcome.unread-members",
        "errors are counted by group",
        on_document(_with_errors_of_groups),
    ),
)
"""Each breaks one clause about members."""
