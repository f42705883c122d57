"""From reward files to rewards: sections 1 and 2 of spec/000."""

import json
from typing import Any

type Rewards = dict[str, int | float] | None

REWARD = "reward"


class RewardFileNotFoundError(Exception):
    """There is neither a reward.json nor a reward.txt."""


class RewardFileEmptyError(Exception):
    """A reward file has no byte."""


class VerifierOutputParseError(Exception):
    """A reward file cannot be read."""


class ValidationError(Exception):
    """What was read cannot be the rewards of a VerifierResult."""


def verifier(case: dict[str, bytes | None]) -> dict[str, Rewards]:
    """Return the rewards of reward.json or, where there is none, of reward.txt."""
    text, json_ = case["reward.txt"], case["reward.json"]
    if json_ is not None:
        return {"rewards": _of_json(_not_empty(json_))}
    if text is not None:
        return {"rewards": {REWARD: _of_text(_not_empty(text))}}
    raise RewardFileNotFoundError("No reward file found")


def _not_empty(content: bytes) -> bytes:
    if not content:
        raise RewardFileEmptyError("Reward file is empty")
    return content


def _of_text(content: bytes) -> float:
    try:
        return float(content.decode())
    except ValueError as error:
        raise VerifierOutputParseError("Failed to parse the reward") from error


def _of_json(content: bytes) -> Rewards:
    try:
        found = json.loads(content.decode())
    except ValueError as error:
        raise VerifierOutputParseError("Failed to parse the rewards") from error
    return _as_numbers(found)


def _as_numbers(found: Any) -> Rewards:  # noqa: ANN401 - any JSON
    """Return the object as it is.

    The text has it returned verbatim, true and false too, which are 1 and 0 to Python's
    arithmetic. What is neither a number nor one of these is no reward to any stage, so it
    is refused here.
    """
    if found is None:
        return None
    if not isinstance(found, dict):
        raise ValidationError(f"rewards are an object, not {type(found).__name__}")
    return {name: _number(value) for name, value in found.items()}


def _number(value: object) -> int | float:
    if not isinstance(value, int | float):
        raise ValidationError(f"a reward is a number, not {type(value).__name__}")
    return int(value) if isinstance(value, bool) else value
