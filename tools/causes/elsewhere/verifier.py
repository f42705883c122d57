"""Ports of `verifier` with one mistake each."""

import math
from typing import Any

from candidates.reference.verifier import (
    RewardJson,
    ValidationError,
    Verifier,
    VerifierOutputParseError,
    rewards_of,
    verifier,
)
from tools.causes.wrong.making import candidate

Json = Any


# source: PrimeIntellect-ai/verifiers PR #2067, _read_reward: errors of reward.json are passed over
#   and reward.txt is read
# differs: reward.txt "1", reward.json "{": {"reward": 1.0}, not VerifierOutputParseError
@candidate("verifier")
def a_bad_reward_json_leaves_it_to_reward_txt(case: Json) -> Json:
    """Where reward.json cannot be parsed or is not an object of numbers, reward.txt is read.

    Without a reward.txt, and for a reward.json of no bytes, the error stays.
    """
    try:
        return verifier(case)
    except (VerifierOutputParseError, ValidationError):
        if case["reward.json"] is None or case["reward.txt"] is None:
            raise
    return verifier({"reward.txt": case["reward.txt"], "reward.json": None})


# source: ZJU-REAL/Polaris PR #288, parse_metrics_json: values that are not finite are left out
# differs: reward.json {"a": NaN, "b": 1}: {"b": 1}, not {"a": nan, "b": 1}
@candidate("verifier")
def rewards_that_are_not_finite_are_left_out(case: Json) -> Json:
    """The rewards of a reward.json that are nan or infinite are left out; of reward.txt not."""

    def rewards(value: Json, number: Json) -> Json:
        found = rewards_of(value, number)
        if found is None:
            return None
        return {
            name: each
            for name, each in found.items()
            if isinstance(each, int) or math.isfinite(each)
        }

    return Verifier(json=RewardJson(rewards=rewards))(case)
