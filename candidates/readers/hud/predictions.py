"""What hud answers where no deviation of the catalogue says it."""

import json
import math
from contextlib import suppress

from conformance.protocol.values import Answer, Case, Failure, Result

NO_REWARD = Failure("NoRewardError")


def not_finite(_case: Case, expected: Answer) -> Answer:
    """Return an error where the reward is nan or infinite."""
    match expected:
        case Result({"rewards": {"reward": float(reward)}}) if not math.isfinite(reward):
            return NO_REWARD
    return expected


def made_a_float(_case: Case, expected: Answer) -> Answer:
    """Return an integer as the float next to it, or an error where it is beyond all."""
    match expected:
        case Result({"rewards": {"reward": int(reward)}}):
            return _as_float(reward)
    return expected


def other_numbers(case: Case, expected: Answer) -> Answer:
    """Return the number that is no member, or else score, where there is no member reward."""
    content = case.input["reward.json"]
    if expected != NO_REWARD or not isinstance(content, bytes):
        return expected
    with suppress(ValueError):
        document = json.loads(content.decode())
        number = document.get("score") if isinstance(document, dict) else document
        if isinstance(number, int | float) and not isinstance(number, bool):
            return _as_float(number)
    return expected


def _as_float(number: float) -> Answer:
    try:
        reward = float(number)
    except OverflowError:
        return Failure("OverflowError")
    return Result({"rewards": {"reward": reward}}) if math.isfinite(reward) else NO_REWARD
