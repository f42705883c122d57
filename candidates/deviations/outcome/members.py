"""Other ways to deal with members that are absent, null or of another type."""

import json

from candidates.deviations.deviation import Changes, Deviation, Step, around, before, family
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
    """Drop every member that is null, but for samples, which are in lists."""
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
    family(
        "result-requires",
        "outcome.absent-members",
        "a file without {} is malformed",
        {
            "stats": ("stats", _requiring("stats")),
            "trials": ("n_total_trials", _requiring("n_total_trials")),
            "evals": ("evals", _requiring("evals")),
            "metrics": ("metrics in a group", _requiring("metrics")),
        },
        advice="Read an absent count as 0, and absent stats, evals and metrics as empty.",
    ),
    family(
        "result-members",
        "outcome.null-containers",
        "{}",
        {
            "null-is-absent": ("null counts as an absent field", on_document(_without_nulls)),
            "completed-if-needed": (
                "completed trials are read only where the total needs them",
                on_document(_with_completed_if_needed),
                "outcome.all-or-nothing",
            ),
            "validated": (
                "the file must fit a typed model",
                on_document(refusing(_is_mistyped)),
                "outcome.unread-members",
            ),
            "errors-of-groups": (
                "errors are counted by group",
                on_document(_with_errors_of_groups),
                "outcome.unread-members",
            ),
        },
        advice="Read only the three counts, and the metrics of each group.",
    ),
    family(
        "result-metrics",
        "outcome.other-types",
        "{}",
        {
            "one-object": (
                "an object in the place of metrics is the only metric",
                before(
                    {
                        "summary.elements": lambda metrics: (
                            [metrics] if isinstance(metrics, dict) else metrics
                        )
                    }
                ),
            ),
            "lists": (
                "empty text or an empty object in the place of metrics is malformed",
                before(
                    {"summary.elements": refusing(lambda metrics: not isinstance(metrics, list))}
                ),
            ),
            "others-skipped": (
                "metrics that are not objects are skipped",
                before({"summary.elements": _only_objects}),
            ),
            "text-skipped": (
                "text in the place of metrics is skipped",
                before(
                    {
                        "summary.elements": lambda metrics: (
                            [] if isinstance(metrics, str) else metrics
                        )
                    }
                ),
            ),
        },
        advice="Accept only a list of objects as metrics, or empty text or an empty object.",
    ),
    Deviation(
        "bad-samples-skipped",
        "outcome.all-or-nothing",
        "samples that cannot be read are skipped",
        before({"summary.values": _only_readable}),
        advice="Report a file with a sample that cannot be read as harbor_result_malformed.",
    ),
    Deviation(
        "total-kept-of-malformed",
        "outcome.all-or-nothing",
        "a malformed file keeps the total that was read",
        on_line(_with_total_of_malformed),
        advice="Write zeros where any part of the file cannot be read.",
    ),
)
"""Each breaks one clause about members."""
