"""Verifier's reward files, with reward.txt as the fallback.

Deviations from the specified behaviour:

1. If reward.json is empty, unreadable, not an object, or has no numbers (so also {} and null), reward.txt is read instead; if
   there is no reward.txt, the error is RewardFileNotFoundError. (Specified: RewardFileEmptyError,
   VerifierOutputParseError, ValidationError, the empty rewards {} and null.)
2. Values of reward.json that are not numbers (text, even of a number, booleans, null, lists, objects) are dropped, and the
   rest is kept, instead of a ValidationError, or of 1.0, 0.0 and the number for booleans and text of a number.
3. A reward.txt of nan or an infinity is VerifierOutputParseError instead of that number (in reward.json they are kept).
"""

import json
import math

from candidates.reference.verifier import (
    RewardFileEmptyError,
    RewardFileNotFoundError,
    VerifierOutputParseError,
)


def _numbers(raw):
    try:
        data = json.loads(raw.decode("utf-8"))
    except ValueError:
        return {}
    if not isinstance(data, dict):
        return {}
    return {
        k: v for k, v in data.items() if isinstance(v, (int, float)) and not isinstance(v, bool)
    }


def verifier(case):
    if case["reward.json"] is not None:
        rewards = _numbers(case["reward.json"])
        if rewards:
            return {"rewards": rewards}

    raw = case["reward.txt"]
    if raw is None:
        raise RewardFileNotFoundError("No reward file found")
    if len(raw) == 0:
        raise RewardFileEmptyError("Reward file is empty")
    try:
        value = float(raw.decode("utf-8"))
    except ValueError as error:
        raise VerifierOutputParseError(f"Failed to parse reward: {raw!r}") from error
    if not math.isfinite(value):
        raise VerifierOutputParseError(f"Reward is not finite: {value}")
    return {"rewards": {"reward": value}}
