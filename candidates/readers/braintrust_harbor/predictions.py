"""What braintrust-harbor answers where no deviation of the catalogue says it."""

import json

from conformance.protocol.values import Answer, Case, Failure, Result


def json_first(case: Case, expected: Answer) -> Answer:
    """Return the numbers of a reward.json that holds an object or a number, or its error."""
    content = case.input["reward.json"]
    if not isinstance(content, bytes):
        return expected
    try:
        document = json.loads(content.decode("utf-8").replace("\r\n", "\n").replace("\r", "\n"))
        if isinstance(document, dict):
            numbers = {k: v for k, v in document.items() if isinstance(v, int | float)}
            return Result({"rewards": {key: float(value) for key, value in numbers.items()}})
        if isinstance(document, int | float):
            return Result({"rewards": {"reward": float(document)}})
    except (ValueError, OverflowError, RecursionError) as error:
        return Failure(type(error).__name__)
    return _of_text(case)


def text_or_nothing(case: Case, expected: Answer) -> Answer:
    """Return the number of reward.txt, or no scores, where there is no reward.json."""
    return _of_text(case) if case.input["reward.json"] is None else expected


def _of_text(case: Case) -> Answer:
    content = case.input["reward.txt"]
    if not isinstance(content, bytes):
        return Result({"rewards": {}})
    try:
        text = content.decode("utf-8").strip()
    except UnicodeDecodeError as error:
        return Failure(type(error).__name__)
    try:
        return Result({"rewards": {"reward": float(text)}})
    except ValueError:
        return Result({"rewards": {}})
