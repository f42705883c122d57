"""Ports of `verifier` with one mutation each."""

import re
from typing import Any

from candidates.reference import lax_number, python_float, python_json
from candidates.reference.python_json import Parser
from candidates.reference.verifier import (
    RewardFileEmptyError,
    RewardJson,
    RewardText,
    Verifier,
    VerifierOutputParseError,
    text_of,
)
from tools.causes.wrong.making import candidate

Json = Any


def _read(reader: Json) -> object:
    reading = reader.value(reader.mark(), depth=0)
    value = python_json._completed(reading)  # noqa: SLF001 - a step of the reference
    if reader.mark() or reader.position != len(reader.text):
        reader.fail("extra data")
    return value


# source: rolled python_json:164 (depth of elements); a hand-written recursive JSON parser whose
#   depth counter is kept in the object branch and forgotten in the array branch
# differs: {"a": [[[… 20,000 deep …]]]}: ValidationError, not RecursionError
@candidate("verifier")
def lists_do_not_count_as_nesting(case: Json) -> Json:
    """Only objects count for the nesting limit of reward.json, lists do not.

    So too many nested lists are parsed and refused as a ValidationError instead of a
    RecursionError.
    """

    class Reader(python_json._Reader):  # noqa: SLF001 - a step of the reference
        def value(self, mark: str, depth: int) -> object:
            if mark == "[":
                self.steps.nest(depth)
                return self.elements(depth)
            return super().value(mark, depth)

    def parse(text: str) -> object:
        return _read(Reader(text, Parser()))

    return Verifier(json=RewardJson(parse=parse))(case)


# source: rolled python_json:28 (an entry of the table of escapes deleted); hand-written unescapers
#   that only undo what their own writer writes, and writers seldom write \/ (PHP's json_encode
#   does)
# differs: reward.json {"pass\/fail": 1}: VerifierOutputParseError, not {"pass/fail": 1}
@candidate("verifier")
def an_escaped_slash_is_no_escape(case: Json) -> Json:
    r"""The escape `\/` in a string of reward.json is refused as a VerifierOutputParseError.

    It should give a slash.
    """

    class Reader(python_json._Reader):  # noqa: SLF001 - a step of the reference
        def escape(self) -> str:
            if self.text.startswith("/", self.position):
                self.fail("unknown escape")
            return super().escape()

    def parse(text: str) -> object:
        return _read(Reader(text, Parser()))

    return Verifier(json=RewardJson(parse=parse))(case)


# source: rolled lax_number:61 (a conditional replaced by its else); number scanners that step over
#   "+" and "-" of the exponent in one branch and then forget which of the two it was
# differs: reward.json {"reward": "5e-1"}: 50.0, not 0.5
@candidate("verifier")
def a_minus_of_an_exponent_in_text_is_dropped(case: Json) -> Json:
    """A string of reward.json whose exponent has a minus is read as if it had none.

    JSON numbers and reward.txt are not affected.
    """

    def number(value: object) -> int | float | None:
        converted = lax_number.convert(value)
        if isinstance(value, str) and converted is not None:
            return lax_number.convert(re.sub("(e_?)-", r"\1", value, flags=re.IGNORECASE))
        return converted

    return Verifier(json=RewardJson(number=number))(case)


# source: rolled verifier:46 (boundary shift of the guard); `size <= 1`, from the habit of taking
#   a file of only the newline that `echo` writes for an empty one
# differs: reward.txt "1" without a line break: RewardFileEmptyError, not {"reward": 1.0}
@candidate("verifier")
def a_file_of_one_byte_is_empty(case: Json) -> Json:
    """A reward.txt or reward.json of exactly one byte raises RewardFileEmptyError.

    It does so as one of no bytes does, and for any byte.
    """

    def decode(content: bytes) -> str:
        if len(content) <= 1:
            raise RewardFileEmptyError
        return text_of(content)

    return Verifier(text=RewardText(decode=decode), json=RewardJson(decode=decode))(case)


# source: rolled python_float:32 (`[+-]?` of the exponent made `-?`); patterns for numbers written
#   after what repr or JavaScript's toString of small numbers shows, as `(e-?\d+)?`
# differs: reward.txt "1e+2": VerifierOutputParseError, not {"reward": 100.0}
@candidate("verifier")
def a_plus_in_the_exponent_is_refused(case: Json) -> Json:
    """A number in reward.txt whose exponent has an explicit plus sign is refused.

    It raises VerifierOutputParseError; without the sign or with a minus it is read.
    """

    def parse(text: str) -> float | None:
        number = python_float.parse(text)
        if number is not None and "e+" in text.lower():
            raise VerifierOutputParseError
        return number

    return Verifier(text=RewardText(parse=parse))(case)
