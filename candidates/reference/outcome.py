"""From the bytes of a job's result.json to the line that reports the outcome.

No wheel has this stage: the rules are those of spec/000 §5. They are written for
Python, so the meaning of ``int()``, ``float()``, ``sum()`` and ``round()`` is Python's.
"""

import json
import re
from collections.abc import Iterator
from typing import TypedDict

from candidates.reference import python_float, python_json
from candidates.reference.summation import total as sum_of

INT_DIGITS_LIMIT = 4300
"""Python neither reads nor writes longer integers; sign and underscores do not count."""

_INTEGER = re.compile(r"[+-]?[0-9]+(?:_[0-9]+)*")


class OutcomeInput(TypedDict):
    """The bytes of result.json; None: no such file."""

    result: bytes | None


class Summary(TypedDict):
    """What the line says, its members in the order in which they are printed."""

    reason_code: str | None
    resolved: int
    score: float
    status: str
    total: int


class MalformedError(Exception):
    """The file is not a result that the text's rules can read."""


def outcome(question: OutcomeInput) -> dict[str, str]:
    """Return ``{"line": "BASE_BENCHMARK_RESULT={…}"}``.

    Raises ValueError where a total came out longer than Python writes integers: the
    text's code prints outside its ``try``.
    """
    return {"line": "BASE_BENCHMARK_RESULT=" + json.dumps(_summary(question["result"]))}


def _summary(content: bytes | None) -> Summary:
    if content is None:
        return _failed("harbor_result_missing")
    try:
        return _summary_of(python_json.parse(content.decode("utf-8")))
    except (MalformedError, ValueError, OverflowError, RecursionError):
        return _failed("harbor_result_malformed")


def _failed(reason_code: str) -> Summary:
    return {
        "reason_code": reason_code,
        "resolved": 0,
        "score": 0.0,
        "status": "failed",
        "total": 0,
    }


def _summary_of(result: object) -> Summary:
    job = _object(result)
    stats = _object(job.get("stats", {}))
    trials = _count(job.get("n_total_trials"))
    completed = _count(stats.get("n_completed_trials"))
    errored = _count(stats.get("n_errored_trials"))
    score = _score(stats)
    return {
        "reason_code": None,
        "resolved": _resolved(score, trials),
        "score": score,
        "status": "completed" if errored == 0 else "failed",
        "total": trials if trials != 0 else completed + errored,
    }


def _score(stats: dict[str, object]) -> float:
    """Return the mean of all metric values, in the order in which the file has them."""
    values = [
        value
        for group in _object(stats.get("evals", {})).values()
        for metric in _elements(_object(group).get("metrics", []))
        for value in _metric_values(_object(metric))
    ]
    return sum_of(values) / len(values) if values else 0.0


def _metric_values(metric: dict[str, object]) -> Iterator[float]:
    """Yield the value named ``mean`` alone or, without that name, every value."""
    if "mean" in metric:
        yield _number(metric["mean"])
    else:
        yield from map(_number, metric.values())


def _resolved(score: float, trials: int) -> int:
    """Return the whole number nearest to the product, the even one of two that are as near.

    The product is a binary64: it is rounded once before. Raises OverflowError where the
    trials or the product exceed binary64.
    """
    return round(score * float(trials))


def _object(value: object) -> dict[str, object]:
    if not isinstance(value, dict):
        raise MalformedError
    return value


def _elements(value: object) -> list[object]:
    """Return what a loop over ``value`` meets.

    Text and objects can be looped over as well, but what a loop meets there is text,
    which is no metric; so only the empty ones do no harm.
    """
    if isinstance(value, list):
        return value
    if value in ("", {}):
        return []
    raise MalformedError


def _count(value: object) -> int:
    """Return ``int(value or 0)``: empty values count 0, fractions are cut off towards zero."""
    if value is None or value in ("", [], {}):
        return 0
    if isinstance(value, str):
        return _integer_of(value)
    if isinstance(value, int | float):
        return int(value)
    raise MalformedError


def _integer_of(text: str) -> int:
    """Return what ``int(text)`` reads: any white space and any digits of Unicode."""
    stripped = text.strip(python_float.WHITE_SPACE)
    plain = "".join(python_float.DIGITS.get(character, character) for character in stripped)
    digits = len(plain.replace("_", "").lstrip("+-"))
    if digits > INT_DIGITS_LIMIT or not _INTEGER.fullmatch(plain):
        raise MalformedError
    return int(plain)


def _number(value: object) -> float:
    """Return ``float(value)``, for text as well; raises OverflowError beyond binary64."""
    if isinstance(value, str):
        number = python_float.parse(value)
        if number is None:
            raise MalformedError
        return number
    if isinstance(value, int | float):
        return float(value)
    raise MalformedError
