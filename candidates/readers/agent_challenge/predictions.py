"""What agent-challenge does differently from harbor and no row of the catalogue has."""

import json
from typing import cast

from conformance.protocol.values import Answer, Case, Failure, Result, Value

PREFIX = "BASE_BENCHMARK_RESULT="
COMPLETED = {"reason_code": None, "resolved": 0, "score": 0.0, "status": "completed", "total": 0}


def no_object(case: Case, expected: Answer) -> Answer:
    """Expect the error of a list or a text that is sorted and then asked for members."""
    document = _document(case.input["reward.json"])
    if not isinstance(document, list | str):
        return expected
    try:
        sorted(set(document))
    except TypeError:
        return Failure("TypeError")
    return Failure("AttributeError")


def not_finite(_case: Case, expected: Answer) -> Answer:
    """Expect the error of a score that cannot be rounded."""
    if not isinstance(expected, Result):
        return expected
    answer = cast("dict[str, dict[str, float] | None]", expected.value)
    rewards = answer["rewards"] or {}
    names = ["mean"] if len(rewards) > 1 and "mean" in rewards else sorted(rewards)
    try:
        round(sum(float(rewards[name]) for name in names) / (len(names) or 1))
        for name in rewards:
            float(rewards[name])
    except (OverflowError, ValueError) as error:
        return Failure(type(error).__name__)
    return expected


def nothing_in_another_document(case: Case, expected: Answer) -> Answer:
    """Expect the line of a job that has completed all of no trials."""
    document = _document(case.input["result"])
    is_object = isinstance(document, dict)
    return expected if is_object else Result({"line": PREFIX + json.dumps(COMPLETED)})


def out_of_range(_case: Case, expected: Answer) -> Answer:
    """Expect the emitter's refusal of a line."""
    if not isinstance(expected, Result):
        return expected
    answer = cast("dict[str, str]", expected.value)
    line = json.loads(answer["line"].removeprefix(PREFIX))
    within = 0 <= line["score"] <= 1 and line["resolved"] >= 0 and line["total"] >= 0
    return expected if within else Failure("ResultSchemaError")


def _document(content: Value) -> object:
    """Return the document in a file, or an empty object where there is none."""
    if not isinstance(content, bytes):
        return {}
    try:
        return json.loads(content.decode())
    except (ValueError, RecursionError):
        return {}
