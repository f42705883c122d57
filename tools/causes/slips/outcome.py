"""Slips in `outcome`."""

import json
from typing import Any

from candidates.reference.outcome import Outcome, SummaryOf, failed
from tools.causes.wrong.making import candidate

Json = Any


# source: a closing parenthesis in the wrong place: round(score) * total
# differs: a mean of 0.75 over 4 trials: resolved 4, not 3
@candidate("outcome")
def score_is_rounded_before_it_is_multiplied(case: Json) -> Json:
    """The resolved trials are the rounded score times the trials."""

    def product(score: float, counts: Json) -> Json:
        return round(score) * counts.trials

    return Outcome(summary=SummaryOf(product=product))(case)


# source: precedence: (total or completed) + errored
# differs: 3 trials, 2 of them completed and 1 errored: total 4, not 3
@candidate("outcome")
def errored_trials_are_added_to_any_total(case: Json) -> Json:
    """The total is the trials, or the completed ones if there are none, plus the errored ones."""

    def total(counts: Json) -> Json:
        return (counts.trials or counts.completed) + counts.errored

    return Outcome(summary=SummaryOf(total=total))(case)


# source: a half-done update: members are assigned one by one, and the third of them raises
# differs: 1 trial, the mean NaN: status "completed" and score NaN, not "failed" and 0.0
@candidate("outcome")
def status_and_score_are_kept_when_rounding_fails(case: Json) -> Json:
    """Where the resolved trials cannot be computed, the line still has the status and score."""
    failures = []

    def resolved(factors: Json) -> Json:
        score, trials = factors
        try:
            return round(score * float(trials))
        except (ValueError, OverflowError) as error:
            failures.append(error)
            return 0

    def summary(result: Json) -> Json:
        product: Json = lambda score, counts: (score, counts.trials)  # noqa: E731
        found: Json = SummaryOf(product=product, nearest=resolved)(result)
        if failures:
            return {**found, "reason_code": "harbor_result_malformed", "total": 0}
        return found

    return Outcome(summary=summary)(case)


# source: an exception that is caught too narrowly: except ValueError
# differs: a result.json of []: the error AttributeError, not harbor_result_malformed
@candidate("outcome")
def only_value_errors_are_malformed(case: Json) -> Json:
    """Every error while the file is read is raised, unless it is a ValueError."""
    content = case["result"]
    if content is None:
        return Outcome()(case)
    try:
        summary = summary_of(json.loads(content.decode("utf-8")))
    except ValueError:
        summary = failed("harbor_result_malformed")
    return {"line": "BASE_BENCHMARK_RESULT=" + json.dumps(summary, sort_keys=True)}


def summary_of(data: Json) -> Json:
    """Return the summary of a parsed file, or raise what Python raises."""
    stats = data.get("stats", {})
    total = int(data.get("n_total_trials") or 0)
    completed = int(stats.get("n_completed_trials") or 0)
    errored = int(stats.get("n_errored_trials") or 0)
    values: list[float] = []
    for group in stats.get("evals", {}).values():
        for metric in group.get("metrics", []):
            if "mean" in metric:
                values.append(float(metric["mean"]))
            else:
                values.extend(map(float, metric.values()))
    score = sum(values) / len(values) if values else 0.0
    return {
        "reason_code": None,
        "resolved": round(score * total),
        "score": score,
        "status": "completed" if errored == 0 else "failed",
        "total": total or completed + errored,
    }
