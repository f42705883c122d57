"""The reference's outcome with its question, its numbers or its line changed."""

import json
from collections.abc import Callable
from typing import Any

from candidates import reference
from candidates.reference.outcome import OutcomeInput
from candidates.reference.summation import total as sum_of

LABEL = "BASE_BENCHMARK_RESULT="

type Json = Any
type Summary = dict[str, Any]
type Line = dict[str, str]
type Function = Callable[[OutcomeInput], Line]
type Samples = list[list[list[float]]]
"""The samples of each metric of each group."""

MALFORMED: Line = reference.outcome({"result": b""})
MISSING: Line = reference.outcome({"result": None})


def with_bytes(change: Callable[[bytes], bytes]) -> Function:
    """Return a reading of the file, if there is one, as ``change`` makes it."""

    def outcome(question: OutcomeInput) -> Line:
        content = question["result"]
        return reference.outcome({"result": content if content is None else change(content)})

    return outcome


def reading(change: Callable[[Json], Json]) -> Function:
    """Return a reading of the parsed file as ``change`` makes it; ValueError refuses it."""

    def outcome(question: OutcomeInput) -> Line:
        try:
            result = json.loads((question["result"] or b"").decode())
        except (ValueError, RecursionError):
            return reference.outcome(question)
        try:
            return reference.outcome({"result": json.dumps(change(result)).encode()})
        except (ValueError, AttributeError, TypeError):
            return MALFORMED

    return outcome


def refusing(is_bad: Callable[[Json], bool]) -> Function:
    """Return a reading that takes a file for malformed where ``is_bad`` says so."""

    def change(result: Json) -> Json:
        return None if is_bad(result) else result

    return reading(change)


def saying(change: Callable[[Summary, Json], Summary]) -> Function:
    """Return the reference's line, for files that it can read, as ``change`` makes it."""

    def outcome(question: OutcomeInput) -> Line:
        line = reference.outcome(question)
        summary = summary_of(line)
        if summary["reason_code"] is not None:
            return line
        return line_of(change(summary, json.loads(question["result"] or b"")))

    return outcome


def resolving(round_product: Callable[[float, int], int]) -> Function:
    """Return the reference's line with ``resolved`` made of the score and the total."""

    def change(summary: Summary, result: Json) -> Summary:
        return summary | {"resolved": round_product(summary["score"], count_of(result))}

    return saying(change)


def scoring(score_of: Callable[[Samples], float]) -> Function:
    """Return the reference's line with a score, and ``resolved``, made of the samples."""

    def change(summary: Summary, result: Json) -> Summary:
        score = score_of(samples_of(result))
        return summary | {"score": score, "resolved": round(score * count_of(result))}

    return or_malformed(saying(change))


def or_malformed(outcome: Function) -> Function:
    """Return the same with a score that cannot be rounded taken for a malformed file."""

    def guarded(question: OutcomeInput) -> Line:
        try:
            return outcome(question)
        except (ValueError, OverflowError):
            return MALFORMED

    return guarded


def mean(values: list[float]) -> float:
    """Return the mean as the reference has it, 0.0 for no values."""
    return sum_of(values) / len(values) if values else 0.0


def flat(samples: Samples) -> list[float]:
    """Return all samples in order."""
    return [value for group in samples for metric in group for value in metric]


def samples_of(result: Json) -> Samples:
    """Return the samples of a file that the reference can read."""
    evals = result.get("stats", {}).get("evals", {})
    return [
        [
            [float(metric["mean"])] if "mean" in metric else [float(v) for v in metric.values()]
            for metric in group.get("metrics", [])
        ]
        for group in evals.values()
    ]


def count_of(result: Json) -> int:
    """Return n_total_trials of a file that the reference can read."""
    return int(result.get("n_total_trials") or 0)


def with_counts(change: Callable[[Json], Json]) -> Function:
    """Return a reading of each of the three counts as ``change`` makes it."""

    def changed(members: Json, *names: str) -> Json:
        return {**members, **{name: change(members[name]) for name in names if name in members}}

    def all_counts(result: Json) -> Json:
        stats = changed(result.get("stats", {}), "n_completed_trials", "n_errored_trials")
        return {**changed(result, "n_total_trials"), "stats": stats}

    return reading(all_counts)


def with_metrics(change: Callable[[Json], Json]) -> Function:
    """Return a reading of each group's list of metrics as ``change`` makes it."""

    def all_metrics(result: Json) -> Json:
        stats = result.get("stats", {})
        evals = {
            name: {**group, "metrics": change(group.get("metrics", []))}
            for name, group in stats.get("evals", {}).items()
        }
        return {**result, "stats": {**stats, "evals": evals}}

    return reading(all_metrics)


def with_each_metric(change: Callable[[Json], Json]) -> Function:
    """Return a reading of each metric as ``change`` makes it."""
    return with_metrics(lambda metrics: [change(metric) for metric in metrics])


def with_samples(change: Callable[[Json], Json]) -> Function:
    """Return a reading of each value of each metric as ``change`` makes it."""
    return with_each_metric(lambda metric: {name: change(value) for name, value in metric.items()})


def summary_of(line: Line) -> Summary:
    """Return the object of a line."""
    summary: Summary = json.loads(line["line"].removeprefix(LABEL))
    return summary


def line_of(summary: Summary) -> Line:
    """Return the line of an object."""
    return {"line": LABEL + json.dumps(summary, sort_keys=True)}
