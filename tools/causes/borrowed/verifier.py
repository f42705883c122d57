"""Candidates of `verifier` with one mistake each."""

import math
import re
from typing import Any

from candidates.reference import lax_number, python_float, python_json
from candidates.reference.verifier import (
    RewardFileEmptyError,
    RewardJson,
    RewardText,
    Verifier,
    text_of,
    verifier,
)
from tools.causes.wrong.making import candidate

Json = Any


# source: inspect-harbor's scorer: the text of a reward file is stripped before one checks whether
#   it is empty
# differs: reward.txt of b" \n": RewardFileEmptyError, not VerifierOutputParseError
@candidate("verifier")
def a_blank_file_is_empty(case: Json) -> Json:
    """A file of nothing but white space is empty.

    It should be a parse error. This applies to reward.txt and to reward.json.
    """

    def decode(content: bytes) -> str:
        text = text_of(content)
        if not text.strip():
            raise RewardFileEmptyError
        return text

    return Verifier(text=RewardText(decode=decode), json=RewardJson(decode=decode))(case)


# source: a TypeScript "workbench" that runs harbor tasks: it takes Number.parseFloat of reward.txt,
#   which stops at the first character that does not belong to a number
# differs: reward.txt of b"1.5 points": {"reward": 1.5}, not VerifierOutputParseError
@candidate("verifier")
def text_behind_the_number_is_passed_over(case: Json) -> Json:
    """In reward.txt, any text behind a decimal number is passed over.

    The file should be refused, as it is where it does not begin with a number.
    """
    leading = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")

    def parse(text: str) -> float | None:
        number = python_float.parse(text)
        if number is not None:
            return number
        found = leading.match(text.strip(python_float.WHITE_SPACE))
        return float(found[0]) if found else None

    return Verifier(text=RewardText(parse=parse))(case)


# source: benchflow-ai/benchflow PR #683: a reward counts as a number only if it is an int or a
#   float and no bool
# differs: reward.json of {"reward": true}: ValidationError, not {"reward": 1.0}
@candidate("verifier")
def truth_values_are_refused(case: Json) -> Json:
    """In reward.json, true and false are refused with a ValidationError.

    They should be 1.0 and 0.0.
    """

    def number(value: object) -> int | float | None:
        return None if isinstance(value, bool) else lax_number.convert(value)

    return Verifier(json=RewardJson(number=number))(case)


# source: comet-ml/opik PR #8456: json.loads gets a parse_constant that raises, so NaN and Infinity
#   are no JSON
# differs: reward.json of {"reward": NaN}: VerifierOutputParseError, not {"reward": nan}
@candidate("verifier")
def the_constants_are_no_json(case: Json) -> Json:
    """In reward.json, the words NaN, Infinity and -Infinity make the file a parse error.

    They should be numbers. The same words as text in quotes are still read.
    """
    parse = python_json.Parser(constants={})
    return Verifier(json=RewardJson(parse=parse))(case)


# source: Farama-Foundation/PettingZoo PR #1448 and openai/gym PR #1484: rewards are clipped into
#   the range from -1 to 1
# differs: reward.txt of b"2": {"reward": 1.0}, not {"reward": 2.0}
@candidate("verifier")
def rewards_are_clipped(case: Json) -> Json:
    """A reward below -1 becomes -1 and one above 1 becomes 1; nan stays.

    Rewards should be kept as they are. This applies to both files, after all is read.
    """
    rewards = verifier(case)["rewards"]

    def clipped(value: float) -> float:
        if math.isnan(value) or -1 <= value <= 1:
            return value
        limit = 1 if value > 1 else -1
        return float(limit) if isinstance(value, float) else limit

    return {"rewards": rewards and {name: clipped(value) for name, value in rewards.items()}}
