"""Ports of `verifier` with one mistake each."""

import math
from typing import Any

from candidates.reference import lax_number, python_float, python_json
from candidates.reference.python_json import _completed, _Reader
from candidates.reference.verifier import RewardJson, RewardText, Verifier, text_of
from tools.causes.wrong.making import candidate

Json = Any


# source: Go: `strconv.ParseFloat` returns ±Inf together with ErrRange, and `if err != nil` takes
#   that for no number
# differs: reward.txt "1e999": VerifierOutputParseError, not {"reward": inf}
@candidate("verifier")
def a_number_out_of_range_is_a_parse_error(case: Json) -> Json:
    """A decimal number in reward.txt that is beyond binary64 raises VerifierOutputParseError.

    It should be inf.
    """

    def parse(text: str) -> float | None:
        number = python_float.parse(text)
        if number is not None and math.isinf(number) and "inf" not in text.lower():
            return None
        return number

    return Verifier(text=RewardText(parse=parse))(case)


# source: Go: `json.Unmarshal` into `map[string]float64` leaves the zero value where a member is
#   null, without an error
# differs: reward.json {"reward": null}: {"reward": 0.0}, not ValidationError
@candidate("verifier")
def a_null_member_is_zero(case: Json) -> Json:
    """A member of reward.json that is null becomes the reward 0.0.

    It should raise ValidationError.
    """

    def number(value: object) -> int | float | None:
        return 0.0 if value is None else lax_number.convert(value)

    return Verifier(json=RewardJson(number=number))(case)


# source: Java: Jackson's `ObjectMapper.readValue` stops after the first value:
#   FAIL_ON_TRAILING_TOKENS is off by default
# differs: reward.json '{"reward": 1}\n{"reward": 0}': {"reward": 1}, not VerifierOutputParseError
@candidate("verifier")
def what_follows_the_json_value_is_ignored(case: Json) -> Json:
    """Anything that follows the first JSON value of reward.json is ignored.

    It should be a parse error.
    """

    def parse(text: str) -> object:
        reader = _Reader(text, python_json.parse)
        return _completed(reader.value(reader.mark(), depth=0))

    return Verifier(json=RewardJson(parse=parse))(case)


# source: shell: `read -r reward < /logs/verifier/reward.txt` takes one line
# differs: reward.txt "1\n0\n": {"reward": 1.0}, not VerifierOutputParseError
@candidate("verifier")
def only_the_first_line_is_the_number(case: Json) -> Json:
    """Only what precedes the first line feed of reward.txt is read as the number.

    The whole text should be.
    """

    def parse(text: str) -> float | None:
        return python_float.parse(text.split("\n", 1)[0])

    return Verifier(text=RewardText(parse=parse))(case)


# source: .NET: `File.ReadAllText` detects a byte order mark and drops it
# differs: reward.txt b"\xef\xbb\xbf1": {"reward": 1.0}, not VerifierOutputParseError
@candidate("verifier")
def a_byte_order_mark_is_dropped(case: Json) -> Json:
    """A UTF-8 byte order mark at the start of either file is dropped.

    It should make the file unparsable.
    """

    def decode(content: bytes) -> str:
        return text_of(content).removeprefix("\ufeff")

    return Verifier(text=RewardText(decode=decode), json=RewardJson(decode=decode))(case)
