"""What verifiers answers where no deviation of the catalogue says it."""

import json
import math

from conformance.protocol.values import Answer, Case, Failure, Result

MOST_BYTES = 2**20


def every_value(case: Case, expected: Answer) -> Answer:
    """Return an error where a value is no finite number, also one whose name comes again."""
    content = case.input["reward.json"]
    match expected:
        case Result({"rewards": dict(rewards)}):
            values = _values(content) if isinstance(content, bytes) else [*rewards.values()]
            return expected if all(map(_is_finite, values)) else Failure("TaskError")
    return expected


def long_file(case: Case, expected: Answer) -> Answer:
    """Return an error where the file that is read is long."""
    text, json = case.input["reward.txt"], case.input["reward.json"]
    content = text if json is None else json
    too_long = isinstance(content, bytes) and len(content) > MOST_BYTES
    return Failure("TaskError") if too_long else expected


def no_reward(_case: Case, expected: Answer) -> Answer:
    """Return an error where no value is called reward."""
    match expected:
        case Result({"rewards": dict(rewards)}) if "reward" not in rewards:
            return Failure("TaskError")
    return expected


def _values(content: bytes) -> list[object]:
    pairs = json.loads(content, object_pairs_hook=list)
    return [value for _, value in pairs]


def _is_finite(value: object) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    try:
        return math.isfinite(value)
    except OverflowError:
        return False
