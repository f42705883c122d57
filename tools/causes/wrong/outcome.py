"""Wrong implementations of `outcome`."""

import json
import math
from collections.abc import Callable
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from tools.causes.wrong.making import candidate

PREFIX = "BASE_BENCHMARK_RESULT="
Parts = dict[str, Any]


def samples_of(data: Any) -> list[float]:
    """Return the numbers that the score is the mean of."""
    values: list[float] = []
    for group in data.get("stats", {}).get("evals", {}).values():
        for metric in group.get("metrics", []):
            if "mean" in metric:
                values.append(float(metric["mean"]))
            else:
                values.extend(float(value) for value in metric.values())
    return values


def mean_of(values: list[float]) -> float:
    """Return the mean, or 0.0 of nothing."""
    return sum(values) / len(values) if values else 0.0


def line(  # noqa: PLR0913, PLR0917 - each is a place for a mistake
    case: Any,
    samples: Callable[[Any], list[float]] = samples_of,
    mean: Callable[[list[float]], float] = mean_of,
    rounded: Callable[[float], Any] = round,
    total_of: Callable[[int, int, int], int] = lambda total, done, failed: total or done + failed,
    status_of: Callable[[int, float], str] = lambda failed, _: "failed" if failed else "completed",
    number: Callable[[Any], int] = lambda value: int(value or 0),
    after: Callable[[Parts], Parts] = lambda summary: summary,
) -> Any:
    """Return the summary line of a job's result.json as agent-challenge prints it."""
    summary: Parts = {
        "status": "failed",
        "score": 0.0,
        "resolved": 0,
        "total": 0,
        "reason_code": "harbor_result_missing",
    }
    if case["result"] is not None:
        try:
            data = json.loads(case["result"].decode())
            stats = data.get("stats", {})
            total = number(data.get("n_total_trials"))
            done = number(stats.get("n_completed_trials"))
            failed = number(stats.get("n_errored_trials"))
            score = mean(samples(data))
            summary |= {
                "resolved": rounded(score * total),
                "score": score if math.isfinite(score) else 1 / 0,
                "status": status_of(failed, score),
                "total": total_of(total, done, failed),
                "reason_code": None,
            }
        except Exception:  # noqa: BLE001 - agent-challenge's own rule
            summary["reason_code"] = "harbor_result_malformed"
    return {"line": PREFIX + json.dumps(after(summary), sort_keys=True)}


@candidate("outcome")
def right(case: Any) -> Any:
    """No mistake."""
    return line(case)


@candidate("outcome")
def half_up(case: Any) -> Any:
    """resolved is rounded half up."""
    return line(case, rounded=lambda value: int(Decimal(value).quantize(Decimal(1), ROUND_HALF_UP)))


@candidate("outcome")
def truncated(case: Any) -> Any:
    """resolved is cut off."""
    return line(case, rounded=int)


@candidate("outcome")
def floor_of_half(case: Any) -> Any:
    """resolved is floor(x + 0.5)."""
    return line(case, rounded=lambda value: math.floor(value + 0.5))


@candidate("outcome")
def ceiling(case: Any) -> Any:
    """resolved is rounded up."""
    return line(case, rounded=math.ceil)


@candidate("outcome")
def resolved_of_done(case: Any) -> Any:
    """resolved is the score times the total that is printed."""

    def after(summary: Parts) -> Parts:
        return {**summary, "resolved": round(summary["score"] * summary["total"])}

    return line(case, after=after)


@candidate("outcome")
def mean_of_groups(case: Any) -> Any:
    """The score is the mean of each group's mean."""

    def samples(data: Any) -> list[float]:
        found = []
        for group in data.get("stats", {}).get("evals", {}).values():
            values = samples_of({"stats": {"evals": {"one": group}}})
            if values:
                found.append(sum(values) / len(values))
        return found

    return line(case, samples=samples)


@candidate("outcome")
def first_group_alone(case: Any) -> Any:
    """Only the first group counts."""

    def samples(data: Any) -> list[float]:
        groups = data.get("stats", {}).get("evals", {})
        first = next(iter(groups.items()), None)
        return samples_of({"stats": {"evals": dict([first] if first else [])}})

    return line(case, samples=samples)


@candidate("outcome")
def first_metric_alone(case: Any) -> Any:
    """Only the first metric of a group counts."""

    def samples(data: Any) -> list[float]:
        groups = data.get("stats", {}).get("evals", {})
        kept = {key: {"metrics": list(one.get("metrics", []))[:1]} for key, one in groups.items()}
        return samples_of({"stats": {"evals": kept}})

    return line(case, samples=samples)


@candidate("outcome")
def mean_key_alone(case: Any) -> Any:
    """Metrics without the key mean are left out."""

    def samples(data: Any) -> list[float]:
        groups = data.get("stats", {}).get("evals", {})
        return [
            float(metric["mean"])
            for group in groups.values()
            for metric in group.get("metrics", [])
            if "mean" in metric
        ]

    return line(case, samples=samples)


@candidate("outcome")
def all_values(case: Any) -> Any:
    """A metric with the key mean gives all its values."""

    def samples(data: Any) -> list[float]:
        groups = data.get("stats", {}).get("evals", {})
        return [
            float(value)
            for group in groups.values()
            for metric in group.get("metrics", [])
            for value in metric.values()
        ]

    return line(case, samples=samples)


@candidate("outcome")
def keys_averaged_first(case: Any) -> Any:
    """The values of a metric of several keys are averaged first."""

    def samples(data: Any) -> list[float]:
        groups = data.get("stats", {}).get("evals", {})
        found = []
        for group in groups.values():
            for metric in group.get("metrics", []):
                values = samples_of({"stats": {"evals": {"one": {"metrics": [metric]}}}})
                if values:
                    found.append(sum(values) / len(values))
        return found

    return line(case, samples=samples)


@candidate("outcome")
def plain_loop(case: Any) -> Any:
    """The score adds without compensation."""

    def mean(values: list[float]) -> float:
        total = 0.0
        for value in values:
            total += value
        return total / len(values) if values else 0.0

    return line(case, mean=mean)


@candidate("outcome")
def clipped_score(case: Any) -> Any:
    """The score is clipped to 0 and 1."""
    return line(case, mean=lambda values: min(max(mean_of(values), 0.0), 1.0))


@candidate("outcome")
def refused_score(case: Any) -> Any:
    """A score above 1 is malformed."""

    def mean(values: list[float]) -> float:
        found = mean_of(values)
        if found > 1:
            raise ValueError
        return found

    return line(case, mean=mean)


@candidate("outcome")
def failed_without_score(case: Any) -> Any:
    """A score of 0 is a failure."""
    return line(
        case, status_of=lambda failed, score: "failed" if failed or not score else "completed"
    )


@candidate("outcome")
def always_completed(case: Any) -> Any:
    """Errored trials do not matter for the status."""
    return line(case, status_of=lambda *_: "completed")


@candidate("outcome")
def total_of_done(case: Any) -> Any:
    """The total is what was completed and what failed."""
    return line(case, total_of=lambda _, done, failed: done + failed)


@candidate("outcome")
def total_of_completed(case: Any) -> Any:
    """Without a total, the completed trials are the total."""
    return line(case, total_of=lambda total, done, _: total or done)


@candidate("outcome")
def strict_counts(case: Any) -> Any:
    """Counts that are no whole numbers are malformed."""

    def number(value: Any) -> int:
        if value is None:
            return 0
        if type(value) is not int:
            raise ValueError
        return value

    return line(case, number=number)


@candidate("outcome")
def rounded_score(case: Any) -> Any:
    """The score is rounded to four decimals."""
    return line(case, mean=lambda values: round(mean_of(values), 4))


@candidate("outcome")
def malformed_is_missing(case: Any) -> Any:
    """A file that cannot be read counts as missing."""

    def after(summary: Parts) -> Parts:
        broken = summary["reason_code"] == "harbor_result_malformed"
        return {**summary, "reason_code": "harbor_result_missing"} if broken else summary

    return line(case, after=after)


@candidate("outcome")
def nulls_skipped(case: Any) -> Any:
    """A metric of null is left out of the score."""

    def samples(data: Any) -> list[float]:
        groups = data.get("stats", {}).get("evals", {})
        kept = {
            key: {
                "metrics": [
                    {name: value for name, value in metric.items() if value is not None}
                    for metric in one.get("metrics", [])
                ]
            }
            for key, one in groups.items()
        }
        return samples_of({"stats": {"evals": kept}})

    return line(case, samples=samples)


@candidate("outcome")
def text_refused(case: Any) -> Any:
    """A metric of text is malformed, also where it is a number."""

    def samples(data: Any) -> list[float]:
        for group in data.get("stats", {}).get("evals", {}).values():
            for metric in group.get("metrics", []):
                if any(isinstance(value, str) for value in metric.values()):
                    raise ValueError
        return samples_of(data)

    return line(case, samples=samples)
