"""Habits of public readers of score files that are wrong for `verifier`."""

import math
import re
from typing import Any

from candidates.reference import lax_number, python_float, python_json
from candidates.reference.python_json import Parser
from candidates.reference.verifier import (
    RewardFileEmptyError,
    RewardFileNotFoundError,
    RewardJson,
    RewardText,
    ValidationError,
    Verifier,
    VerifierOutputParseError,
    rewards_of,
    text_of,
)
from tools.causes.wrong.making import candidate

Json = Any


# source: getsentry/sentry, api/serializers/rest_framework/util_json.py: a `parse_constant` that
#   raises, because the words are not JSON
# differs: reward.json {"a": NaN}: VerifierOutputParseError, not {"a": nan}
@candidate("verifier")
def the_words_for_numbers_are_refused(case: Json) -> Json:
    """In reward.json NaN, Infinity and -Infinity are a VerifierOutputParseError.

    They should be numbers. Text such as "nan" in quotes, and the words in reward.txt, stay numbers.
    """
    return Verifier(json=RewardJson(parse=Parser(constants={})))(case)


# source: helpers that extract scores from model outputs and clamp them (clamp_reward with min and
#   max; repository not named)
# differs: reward.txt 2: 1.0, not 2.0
@candidate("verifier")
def the_reward_of_the_text_is_clamped(case: Json) -> Json:
    """The reward of reward.txt is clamped to -1.0 and 1.0; it should stay what the text says.

    A nan becomes 1.0, because min(1.0, nan) is 1.0. Rewards of reward.json stay as they are.
    """

    def clamped(number: float) -> Json:
        kept = 1.0 if math.isnan(number) else min(1.0, number)
        return {"reward": max(-1.0, kept)}

    return Verifier(text=RewardText(rewards=clamped))(case)


# source: parsers of judges' scores that search for the first number (re.search with a pattern for
#   a signed decimal, as in lelis-research/neurips-2025-paper-neural-decomposition)
# differs: reward.txt "score 0.5": 0.5, not VerifierOutputParseError
@candidate("verifier")
def the_first_number_of_other_text_counts(case: Json) -> Json:
    """A reward.txt that is not a number as a whole has the first number that is found in it.

    It should be a VerifierOutputParseError. The number is found by -?[0-9]+(.[0-9]+)?, without an
    exponent; text without any digit is still an error, and text that is a number is read right.
    """

    def parse(text: str) -> float | None:
        number = python_float.parse(text)
        found = re.search(r"-?[0-9]+(?:\.[0-9]+)?", text) if number is None else None
        return float(found[0]) if found else number

    return Verifier(text=RewardText(parse=parse))(case)


# source: aggregators of metrics that keep what is numeric and pass over the rest, as
#   `isinstance(v, (int, float)) and not isinstance(v, bool)` (a _flatten_numeric_dict;
#   repository not named)
# differs: reward.json {"a": 1, "b": true}: {"a": 1}, not {"a": 1, "b": 1.0}
@candidate("verifier")
def members_that_are_not_numbers_are_left_out(case: Json) -> Json:
    """Members of reward.json that are not JSON numbers are left out.

    Booleans and text that reads as a number should be converted, and any other member should make
    the file a ValidationError.
    """

    def rewards(value: Json, number: Json) -> Json:
        if not isinstance(value, dict):
            return rewards_of(value, number)
        return {
            name: member
            for name, member in value.items()
            if isinstance(member, int | float) and not isinstance(member, bool)
        }

    return Verifier(json=RewardJson(rewards=rewards))(case)


# source: small readers of score files: `content = path.read_text().strip()`, then
#   `if not content: raise` (kind of code; many repositories)
# differs: reward.txt of one space: RewardFileEmptyError, not VerifierOutputParseError
@candidate("verifier")
def a_file_of_white_space_is_empty(case: Json) -> Json:
    """A reward.txt or reward.json with nothing but white space is a RewardFileEmptyError.

    Only a file without bytes should be; white space should be a VerifierOutputParseError.
    """
    content = case["reward.txt"] if case["reward.json"] is None else case["reward.json"]
    if content is None:
        raise RewardFileNotFoundError
    text = text_of(content)
    if not text.strip():
        raise RewardFileEmptyError
    if case["reward.json"] is None:
        number = python_float.parse(text)
        if number is None:
            raise VerifierOutputParseError
        return {"rewards": {"reward": number}}
    try:
        value: Json = python_json.parse(text)
    except ValueError as error:
        raise VerifierOutputParseError from error
    if value is None:
        return {"rewards": None}
    members = value.items() if isinstance(value, dict) else [("", None)]
    rewards = {name: lax_number.convert(member) for name, member in members}
    if None in rewards.values():
        raise ValidationError
    return {"rewards": rewards}
