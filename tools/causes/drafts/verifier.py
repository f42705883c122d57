"""Ports of `verifier` with one mistake each."""

import math
from typing import Any

from candidates.reference import python_float, python_json
from candidates.reference.verifier import (
    RewardFileEmptyError,
    RewardJson,
    RewardText,
    ValidationError,
    Verifier,
    VerifierOutputParseError,
    verifier,
)
from tools.causes.wrong.making import candidate

Json = Any


# source: Go: strconv.ParseFloat returns an error (ErrRange) for a number beyond binary64, and a
#   port treats each of its errors as "cannot be parsed"
# differs: reward.txt of 1e400: VerifierOutputParseError, not inf
@candidate("verifier")
def a_text_beyond_binary64_cannot_be_parsed(case: Json) -> Json:
    """A reward.txt with digits that round to an infinity is a VerifierOutputParseError.

    The words for infinity are still numbers.
    """

    def parse(text: str) -> float | None:
        number = python_float.parse(text)
        if number is None or not math.isinf(number):
            return number
        return None if any(character in python_float.DIGITS for character in text) else number

    return Verifier(text=RewardText(parse=parse))(case)


# source: Ruby before 3.4: Float("1.") is an ArgumentError, Float(".5") is 0.5; spec/000 §1 lists
#   no number that ends in a point
# differs: reward.txt of "5.": VerifierOutputParseError, not 5.0
@candidate("verifier")
def a_point_needs_digits_behind_it(case: Json) -> Json:
    """A number of reward.txt whose point has no digit behind it is refused.

    It is a VerifierOutputParseError; digits before the point may be left out.
    """

    def parse(text: str) -> float | None:
        _, point, rest = text.partition(".")
        if point and rest[:1] not in python_float.DIGITS:
            return None
        return python_float.parse(text)

    return Verifier(text=RewardText(parse=parse))(case)


# source: spec/000, last list: "raise the three error classes"; there is no fourth in the text, so
#   JSON that is no object of numbers has to be one of the three
# differs: reward.json of [1]: VerifierOutputParseError, not ValidationError
@candidate("verifier")
def there_are_only_three_errors(case: Json) -> Json:
    """JSON that is no object of numbers is a VerifierOutputParseError, not a ValidationError."""
    try:
        return verifier(case)
    except ValidationError as error:
        raise VerifierOutputParseError from error


# source: C++: RapidJSON keeps all members of an object, and FindMember finds the first of a name
# differs: reward.json of {"a": 1, "a": 2}: {"a": 1}, not {"a": 2}
@candidate("verifier")
def the_first_of_one_name_holds(case: Json) -> Json:
    """Of several members of reward.json with the same name the first holds, not the last."""

    def members(pairs: list[tuple[str, object]]) -> dict[str, object]:
        kept: dict[str, object] = {}
        for name, value in pairs:
            kept.setdefault(name, value)
        return kept

    return Verifier(json=RewardJson(parse=python_json.Parser(members=members)))(case)


# source: Java: new String(bytes, UTF_8) puts U+FFFD in the place of invalid bytes and raises
#   nothing; the text says only read_text()
# differs: reward.json of {"<byte FF>": 1}: {"\ufffd": 1}, not VerifierOutputParseError
@candidate("verifier")
def invalid_bytes_are_replaced(case: Json) -> Json:
    """Bytes that are not UTF-8 are read as U+FFFD and are no error in themselves.

    It shows in the strings of reward.json: a name is kept with U+FFFD, and a value that has it
    is a ValidationError.
    """

    def decode(content: bytes) -> str:
        if content == b"":
            raise RewardFileEmptyError
        return content.decode("utf-8", "replace")

    return Verifier(text=RewardText(decode=decode), json=RewardJson(decode=decode))(case)
