"""Ports of `verifier` with one mistake each."""

import math
import re
from typing import Any

from candidates.reference import python_float
from candidates.reference.verifier import (
    RewardFileEmptyError,
    RewardJson,
    RewardText,
    Verifier,
    VerifierOutputParseError,
    rewards_of,
    text_of,
)
from tools.causes.wrong.making import candidate

Json = Any


# source: Ruby: `raise RewardFileEmptyError if content.strip.empty?` instead of the file's size
# differs: reward.txt of b" \n": RewardFileEmptyError, not VerifierOutputParseError
@candidate("verifier")
def reward_txt_of_white_space_is_empty(case: Json) -> Json:
    """A reward.txt that holds only white space counts as empty."""

    def decode(content: bytes) -> str:
        text = text_of(content)
        if not text.strip():
            raise RewardFileEmptyError
        return text

    return Verifier(text=RewardText(decode=decode))(case)


# source: TypeScript: `interface RewardFile { reward: number }`, as the text on scoring has it
# differs: reward.json of b'{"reward": 1, "speed": 0.5}': {"rewards": {"reward": 1}}, not both
@candidate("verifier")
def only_the_member_reward_of_reward_json_is_kept(case: Json) -> Json:
    """Of the rewards in reward.json only the one that is named reward is kept."""

    def rewards(value: object, number: Json) -> Json:
        every = rewards_of(value, number)
        return every and {name: every[name] for name in every if name == "reward"}

    return Verifier(json=RewardJson(rewards=rewards))(case)


# source: bash: `jq . reward.json 2>/dev/null || cat reward.txt`
# differs: reward.json of b"{" and reward.txt of b"1": {"rewards": {"reward": 1.0}},
#     not VerifierOutputParseError
@candidate("verifier")
def reward_txt_stands_in_for_a_broken_reward_json(case: Json) -> Json:
    """Where reward.json cannot be parsed and there is a reward.txt, that is read instead."""
    try:
        return Verifier()(case)
    except VerifierOutputParseError:
        if case["reward.json"] is None or case["reward.txt"] is None:
            raise
        return Verifier()(case | {"reward.json": None})


# source: TypeScript: `parseFloat(text)`, which stops at the first character that does not fit
# differs: reward.txt of b"1,0": {"rewards": {"reward": 1.0}}, not VerifierOutputParseError
@candidate("verifier")
def what_follows_the_number_in_reward_txt_is_ignored(case: Json) -> Json:
    """A reward.txt that only starts with a number is read as that number."""

    def parse(text: str) -> float | None:
        start = re.match(r"\s*[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?", text, re.ASCII)
        number = python_float.parse(text)
        return float(start[0]) if number is None and start else number

    return Verifier(text=RewardText(parse=parse))(case)


# source: TypeScript: `if (!Number.isFinite(value)) throw new VerifierOutputParseError()`
# differs: reward.txt of b"nan": VerifierOutputParseError, not {"rewards": {"reward": nan}}
@candidate("verifier")
def numbers_that_are_not_finite_are_refused_in_reward_txt(case: Json) -> Json:
    """A reward.txt of nan or of an infinity is a parse error."""

    def parse(text: str) -> float | None:
        number = python_float.parse(text)
        return number if number is not None and math.isfinite(number) else None

    return Verifier(text=RewardText(parse=parse))(case)
