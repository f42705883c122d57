"""Mistakes of ports in `verifier`."""

import re
from typing import Any

from candidates.reference import python_float
from candidates.reference.verifier import (
    RewardJson,
    RewardText,
    Verifier,
    rewards_of,
)
from tools.causes.wrong.making import candidate

Json = Any

_JAVA_SUFFIX = re.compile(r"(?<=[0-9.])[dDfF]\Z")


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
