"""Reported bugs as they would be in `verifier`."""

import math
from typing import Any

from candidates.reference import lax_number, python_float
from candidates.reference.python_json import Parser
from candidates.reference.verifier import RewardJson, RewardText, Verifier, text_of
from tools.causes.wrong.making import RewardFileNotFoundError, candidate

Json = Any


# source: frenck/probatio #76, comet-ml/opik #8456: NaN and Infinity are refused when JSON is read
# differs: reward.json {"a": NaN}: VerifierOutputParseError, not {"a": nan}
@candidate("verifier")
def words_for_numbers_are_no_json(case: Json) -> Json:
    """NaN, Infinity and -Infinity in reward.json are a VerifierOutputParseError.

    As bare words they should be numbers. Text in quotes that says the same is still read.
    """
    return Verifier(json=RewardJson(parse=Parser(constants={})))(case)


# source: langchain-ai/langchain-community #138: files are decoded as utf-8-sig
# differs: reward.txt of a byte order mark and 1: {"reward": 1.0}, not VerifierOutputParseError
@candidate("verifier")
def a_byte_order_mark_is_dropped(case: Json) -> Json:
    """A UTF-8 byte order mark at the start of reward.txt or reward.json is dropped.

    It should stay in the text, which then is neither a number nor JSON.
    """

    def decode(content: bytes) -> str:
        return text_of(content).removeprefix("\ufeff")

    return Verifier(text=RewardText(decode=decode), json=RewardJson(decode=decode))(case)


# source: microsoft/PyRIT #2458: "nan" and "inf" are to be no valid scores
# differs: reward.txt nan: VerifierOutputParseError, not {"reward": nan}
@candidate("verifier")
def a_reward_txt_has_to_be_finite(case: Json) -> Json:
    """A reward.txt that reads as nan or an infinity is a VerifierOutputParseError.

    It should be a reward, as should text like 1e999 that overflows. reward.json is as it should
    be.
    """

    def finite(text: str) -> float | None:
        number = python_float.parse(text)
        return number if number is not None and math.isfinite(number) else None

    return Verifier(text=RewardText(parse=finite))(case)


# source: pydantic/pydantic #7053: text like "5_000_000" is no valid number
# differs: reward.json {"a": "1_0"}: ValidationError, not {"a": 10.0}
@candidate("verifier")
def text_with_underscores_is_no_number(case: Json) -> Json:
    """Text in reward.json that has an underscore is a ValidationError.

    Where its underscores stand between the digits of a number it should be that number.
    """

    def number(value: Json) -> Json:
        if isinstance(value, str) and "_" in value:
            return None
        return lax_number.convert(value)

    return Verifier(json=RewardJson(number=number))(case)


# source: OpenRLHF/OpenRLHF #1219: `get("scores") or get("rewards")` takes what is falsy for missing
# differs: reward.json {} and reward.txt 1: {"reward": 1.0}, not {}
@candidate("verifier")
def empty_rewards_fall_back_to_reward_txt(case: Json) -> Json:
    """If reward.json is null or has no names, and there is a reward.txt, that is read instead.

    An existing reward.json should win with any content. One that cannot be read still does.
    """
    rewards: Json = None
    if case["reward.json"] is not None:
        rewards = RewardJson()(case["reward.json"])
    elif case["reward.txt"] is None:
        raise RewardFileNotFoundError
    if not rewards and case["reward.txt"] is not None:
        rewards = RewardText()(case["reward.txt"])
    return {"rewards": rewards}
