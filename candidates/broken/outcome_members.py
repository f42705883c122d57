"""Wrong ways to deal with members of result.json that are absent, null or of another type."""

import json

from candidates import reference
from candidates.broken.outcome_parts import (
    Json,
    Line,
    line_of,
    or_malformed,
    reading,
    refusing,
    summary_of,
    with_each_metric,
    with_metrics,
)
from candidates.broken.variant import Variant
from candidates.reference.outcome import OutcomeInput


def keeps_the_total(question: OutcomeInput) -> Line:
    """Fill the summary member by member, so that a malformed file leaves its total."""
    line = reference.outcome(question)
    summary = summary_of(line)
    if summary["reason_code"] != "harbor_result_malformed":
        return line
    try:
        found = int(json.loads(question["result"] or b"").get("n_total_trials") or 0)
    except (ValueError, AttributeError, TypeError, OverflowError):
        return line
    return line_of(summary | {"total": found})


def _without_nulls(value: Json) -> Json:
    """Drop every member that is null, but for samples, which stand in lists."""
    if not isinstance(value, dict):
        return value
    return {name: _without_nulls(v) for name, v in value.items() if v is not None}


def _only_readable(metric: Json) -> Json:
    return {name: v for name, v in metric.items() if isinstance(v, int | float)}


def _lacks_stats(result: Json) -> bool:
    return isinstance(result, dict) and "stats" not in result


def _lacks_metrics(result: Json) -> bool:
    groups = result.get("stats", {}).get("evals", {}).values()
    return any("metrics" not in group for group in groups)


def _is_mistyped(result: Json) -> bool:
    stats = result.get("stats", {})
    groups = stats.get("evals", {}).values()
    counts = [stats.get("n_running_trials", 0), *(group.get("n_trials", 0) for group in groups)]
    return not all(isinstance(count, int) for count in counts)


def _with_errors_of_groups(result: Json) -> Json:
    stats = result.get("stats", {})
    errors = [group.get("n_errors") for group in stats.get("evals", {}).values()]
    found = sum(1 for n in errors if n)
    return {
        **result,
        "stats": {**stats, "n_errored_trials": found or stats.get("n_errored_trials")},
    }


def _with_completed_if_needed(result: Json) -> Json:
    needed = not result.get("n_total_trials")
    stats = result.get("stats", {})
    return result if needed else {**result, "stats": {**stats, "n_completed_trials": 0}}


VARIANTS = (
    Variant(
        "stats-required",
        "outcome.absent-members",
        "a file without stats is refused",
        refusing(_lacks_stats),
    ),
    Variant(
        "metrics-required",
        "outcome.absent-members",
        "a group without metrics is refused",
        refusing(_lacks_metrics),
    ),
    Variant(
        "null-is-absent",
        "outcome.null-containers",
        "null counts as an absent member",
        reading(_without_nulls),
    ),
    Variant(
        "metrics-may-be-an-object",
        "outcome.other-types",
        "an object in the place of metrics is taken for the only one",
        with_metrics(lambda metrics: [metrics] if isinstance(metrics, dict) else metrics),
    ),
    Variant(
        "metrics-must-be-a-list",
        "outcome.other-types",
        "empty text or an empty object in the place of metrics is refused",
        with_metrics(lambda metrics: metrics if isinstance(metrics, list) else None),
    ),
    Variant(
        "other-metrics-skipped",
        "outcome.other-types",
        "metrics that are no objects are passed over",
        with_metrics(
            lambda metrics: (
                [m for m in metrics if isinstance(m, dict)]
                if isinstance(metrics, list)
                else metrics
            )
        ),
    ),
    Variant(
        "bad-samples-skipped",
        "outcome.all-or-nothing",
        "samples that cannot be read are passed over",
        with_each_metric(_only_readable),
    ),
    Variant(
        "total-kept-of-malformed",
        "outcome.all-or-nothing",
        "the summary is filled as the file is read",
        keeps_the_total,
    ),
    Variant(
        "completed-read-if-needed",
        "outcome.all-or-nothing",
        "the completed trials are read only where the total needs them",
        reading(_with_completed_if_needed),
    ),
    Variant(
        "whole-file-validated",
        "outcome.unread-members",
        "the file is read into a typed model",
        refusing(_is_mistyped),
    ),
    Variant(
        "errors-of-groups",
        "outcome.unread-members",
        "errors are counted by group",
        or_malformed(reading(_with_errors_of_groups)),
    ),
)
