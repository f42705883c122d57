"""The rewards in the files of a verifier."""

import json
from typing import Any

from pydantic import TypeAdapter

REWARDS = TypeAdapter(dict[str, float | int] | None)


RewardFileNotFoundError: type[Exception] = type("RewardFileNotFoundError", (Exception,), {})
RewardFileEmptyError: type[Exception] = type("RewardFileEmptyError", (Exception,), {})
VerifierOutputParseError: type[Exception] = type("VerifierOutputParseError", (Exception,), {})


def verifier(case: dict[str, Any]) -> dict[str, Any]:
    """Return the rewards."""
    data, plain = case["reward.json"], case["reward.txt"]
    if data is not None:
        return {"rewards": from_json(data)}
    if plain is not None:
        return {"rewards": {"reward": from_text(plain)}}
    raise RewardFileNotFoundError


def from_text(data: bytes) -> float:
    """Return the number in reward.txt."""
    if not data:
        raise RewardFileEmptyError
    try:
        return float(data.decode())
    except ValueError as error:
        raise VerifierOutputParseError from error


def from_json(data: bytes) -> Any:
    """Return the rewards in reward.json."""
    if not data:
        raise RewardFileEmptyError
    try:
        document = json.loads(data.decode())
    except ValueError as error:
        raise VerifierOutputParseError from error
    return REWARDS.validate_python(document)
