"""Mistakes of ports in `verifier`."""

import re
from typing import Any, cast

from candidates.reference import lax_number, python_float
from candidates.reference.verifier import (
    RewardJson,
    RewardText,
    Verifier,
    VerifierInput,
    rewards_of,
    text_of,
)
from tools.causes.wrong.making import candidate

Json = Any

_JAVA_SUFFIX = re.compile(r"(?<=[0-9.])[dDfF]\Z")


# source: JavaScript: Number(text), which is 0 for text without any digit
# differs: a reward.txt of one space: {"reward": 0.0}, not VerifierOutputParseError
@candidate("verifier")
def blank_reward_text_is_zero(case: Json) -> Json:
    """A reward.txt that has only white space gives the reward 0.0."""

    def parse(text: str) -> Json:
        return python_float.parse(text) if text.strip(python_float.WHITE_SPACE) else 0.0

    return Verifier(text=RewardText(parse=parse))(case)


# source: Java: Double.parseDouble, which reads the literals of Java
# differs: a reward.txt of 1d: {"reward": 1.0}, not VerifierOutputParseError
@candidate("verifier")
def number_in_reward_text_may_end_in_d_or_f(case: Json) -> Json:
    """The number in reward.txt may have the suffix d or f of a Java literal."""

    def parse(text: str) -> Json:
        return python_float.parse(_JAVA_SUFFIX.sub("", text.strip(python_float.WHITE_SPACE)))

    return Verifier(text=RewardText(parse=parse))(case)


# source: Rust: text.trim().parse::<f64>(), which knows neither underscores nor other digits
# differs: a reward.txt of 1_0: VerifierOutputParseError, not {"reward": 10.0}
@candidate("verifier")
def reward_text_is_digits_of_ascii_without_underscores(case: Json) -> Json:
    """A number in reward.txt with an underscore or a digit outside ASCII is refused."""

    def parse(text: str) -> Json:
        plain = text.strip(python_float.WHITE_SPACE)
        return python_float.parse(plain) if plain.isascii() and "_" not in plain else None

    return Verifier(text=RewardText(parse=parse))(case)


# source: PHP: json_decode with associative arrays, then is_array and foreach
# differs: a reward.json of [1]: {"0": 1}, not ValidationError
@candidate("verifier")
def list_in_reward_json_has_its_indexes_as_names(case: Json) -> Json:
    """A reward.json that is a list gives rewards whose names are the indexes."""

    def rewards(value: Json, number: Json) -> Json:
        if isinstance(value, list):
            value = {str(index): member for index, member in enumerate(value)}
        return rewards_of(value, number)

    return Verifier(json=RewardJson(rewards=rewards))(case)


# source: .NET: File.ReadAllText, which takes a byte order mark for no part of the text
# differs: a reward.txt of a byte order mark and 1: {"reward": 1.0}, not VerifierOutputParseError
@candidate("verifier")
def byte_order_mark_is_dropped(case: Json) -> Json:
    """A byte order mark at the start of either file is dropped."""

    def decode(content: bytes) -> str:
        return text_of(content).removeprefix("\ufeff")

    return Verifier(text=RewardText(decode=decode), json=RewardJson(decode=decode))(case)


# source: shell: [ -s reward.json ] instead of [ -e reward.json ]
# differs: a reward.json of no bytes and a reward.txt of 1: {"reward": 1.0}, not an error
@candidate("verifier")
def empty_reward_json_gives_way_to_reward_text(case: Json) -> Json:
    """A reward.json without bytes counts as absent, so reward.txt is read instead."""
    files = {**case, "reward.json": case["reward.json"] or None}
    return Verifier()(cast("VerifierInput", files))


# source: Go: json.Unmarshal into map[string]float64, where null leaves the zero value
# differs: {"reward": null} in reward.json: {"reward": 0.0}, not ValidationError
@candidate("verifier")
def null_in_reward_json_is_zero(case: Json) -> Json:
    """A null value of a name in reward.json becomes 0.0."""

    def number(value: Json) -> Json:
        return 0.0 if value is None else lax_number.convert(value)

    return Verifier(json=RewardJson(number=number))(case)
