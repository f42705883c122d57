"""What the legacy task set of verifiers answers where no deviation of the catalogue says it."""

import json
from contextlib import suppress

from conformance.protocol.values import Answer, Case, Result


def number_in_either(case: Case, expected: Answer) -> Answer:
    """Return the number that reward.json is, as float() reads text."""
    with suppress(ValueError):
        return _reward(float(_output(case)))
    return expected


def object_in_either(case: Case, expected: Answer) -> Answer:
    """Return the reward of the object that reward.txt is, or reward.json between white space."""
    with suppress(ValueError):
        float(_output(case))
        return expected
    with suppress(ValueError, TypeError, OverflowError, RecursionError):
        document = json.loads(_output(case))
        if isinstance(document, dict):
            return _reward(float(document.get("reward", 0.0)))
    return expected


def _output(case: Case) -> str:
    """Return the first file that has any bytes, without the white space around it."""
    content = case.input["reward.txt"] or case.input["reward.json"]
    return content.decode(errors="replace").strip() if isinstance(content, bytes) else ""


def _reward(number: float) -> Answer:
    return Result({"rewards": {"reward": number}})
