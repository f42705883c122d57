"""Ports of `outcome` that break one rule each."""

import json
import math
from typing import Any

from candidates.reference import python_json
from candidates.reference.outcome import ABSENT, MalformedError, Outcome, SummaryOf, number_of
from tools.causes.wrong.making import candidate

Json = Any


# source: spec/000 §5 "resolved = round(score * total)" with "total = n_total_trials if truthy else
#   n_completed_trials + n_errored_trials" just below: one variable for both
# differs: n_total_trials 0, n_completed_trials 2, mean 1: resolved 2, not 0
@candidate("outcome")
def resolved_takes_the_total_that_is_printed(case: Json) -> Json:
    """The resolved trials are the score times the total that is printed.

    Where n_total_trials is 0 or absent, that is the sum of the other counts. The resolved trials
    should then be 0.
    """

    def product(score: float, counts: Json) -> float:
        return score * float(counts.trials or counts.completed + counts.errored)

    return Outcome(summary=SummaryOf(product=product))(case)


# source: TypeScript: `data.stats ?? {}` and `stats.evals ?? {}` for spec/000 §5
#   "data.get("stats", {})", which has its default for an absent member only
# differs: {"stats": null}: completed, 0 of 0, not harbor_result_malformed
@candidate("outcome")
def null_members_count_as_absent(case: Json) -> Json:
    """stats, evals or metrics of a group that is null counts as empty, as an absent one does.

    It should make the file malformed. Counts that are null are rightly 0.
    """

    def member(members: Json, name: str) -> Json:
        value = members.get(name)
        return ABSENT[name] if value is None else value

    return Outcome(summary=SummaryOf(member=member))(case)


# source: Go: a sample is decoded into a float64, so text is an error (Rust's as_f64() likewise);
#   facts/readers.md: ""0.5" stays text, and its scorer then fails"
# differs: metrics [{"mean": "0.5"}]: harbor_result_malformed, not score 0.5
@candidate("outcome")
def samples_as_text_are_malformed(case: Json) -> Json:
    """A sample that is text makes the file malformed, even the text of a number.

    Text that Python's float() reads should count as its number. Booleans are still numbers, and
    counts may still be text.
    """

    def number(value: Json) -> float:
        if isinstance(value, str):
            raise MalformedError
        return number_of(value)

    return Outcome(summary=SummaryOf(number=number))(case)


# source: JavaScript: rounding nan or an infinity throws nothing, and JSON.stringify writes null for
#   them; spec/000 §5 "malformed if any exception is raised" says nothing of either
# differs: metrics [{"mean": NaN}]: score null and resolved null, not harbor_result_malformed
@candidate("outcome")
def scores_that_are_not_finite_are_null(case: Json) -> Json:
    """A score that is nan or infinite is printed as null, and so is a product that is.

    The product, which resolved is rounded from, should make the file malformed if it is not
    finite. The other members are printed as of any file that is read.
    """

    def nearest(product: float) -> Json:
        return round(product) if math.isfinite(product) else None

    def write(summary: Json) -> str:
        score = summary["score"]
        return json.dumps({**summary, "score": score if math.isfinite(score) else None})

    return Outcome(summary=SummaryOf(nearest=nearest), write=write)(case)


# source: TypeScript: `Number(x) || 0` for spec/000 §5 "int(... or 0)": what is no number is NaN,
#   which `||` turns into 0, and nothing is thrown
# differs: {"n_total_trials": "many"}: completed, 0 of 0, not harbor_result_malformed
@candidate("outcome")
def counts_that_cannot_be_read_are_zero(case: Json) -> Json:
    """A count that Python's int() cannot read, such as words, a list, nan or an infinity, is 0.

    It should make the file malformed. All other counts are read as int() reads them.
    """
    summary: Json = {"reason_code": "harbor_result_missing", "resolved": 0, "score": 0.0}
    summary |= {"status": "failed", "total": 0}

    def count(members: Json, name: str) -> int:
        try:
            return int(members.get(name) or 0)
        except (TypeError, ValueError, OverflowError):
            return 0

    if case["result"] is None:
        return {"line": "BASE_BENCHMARK_RESULT=" + json.dumps(summary)}
    try:
        data: Json = python_json.parse(case["result"].decode("utf-8"))
        stats, trials = data.get("stats", {}), count(data, "n_total_trials")
        completed, errored = count(stats, "n_completed_trials"), count(stats, "n_errored_trials")
        values: list[float] = []
        for group in stats.get("evals", {}).values():
            for metric in group.get("metrics", []):
                values += map(float, [metric["mean"]] if "mean" in metric else metric.values())
        score = sum(values) / len(values) if values else 0.0
        resolved, status = round(score * trials), "failed" if errored else "completed"
        summary |= {"resolved": resolved, "score": score, "status": status}
        summary |= {"reason_code": None, "total": trials or completed + errored}
    except Exception:  # noqa: BLE001 - spec/000 §5: malformed if any exception is raised
        summary["reason_code"] = "harbor_result_malformed"
    return {"line": "BASE_BENCHMARK_RESULT=" + json.dumps(summary)}
