"""Slips in changes to ports of `verifier`."""

import re
from typing import Any

from candidates.reference import python_float, python_json
from candidates.reference.verifier import RewardJson, RewardText, Verifier
from tools.causes.wrong.making import candidate

Json = Any

STRING = r'"(?:[^"\\]|\\.)*"'
SPACE = r"[ \t\n\r]"


# source: javascript/python_json.mjs:139, the mark that ends an object: two looks for it, before
#   the loop and in it, were made one at the loop's beginning
# differs: {"a": 1,}: {"a": 1}, not VerifierOutputParseError
@candidate("verifier")
def an_object_may_end_in_a_comma(case: Json) -> Json:
    """In reward.json one comma behind the last member of an object is passed over.

    One in an object without members is not, nor is one at the end of a list.
    """
    pattern = re.compile(rf"{STRING}|\{{{SPACE}*,|(,)(?={SPACE}*\}})", re.DOTALL)

    def parse(text: str) -> object:
        return python_json.parse(pattern.sub(lambda one: "" if one[1] else one[0], text))

    return Verifier(json=RewardJson(parse=parse))(case)


# source: rust/json_scanner.rs:152, a number's sign: the place from which digits are counted is
#   noted before the sign is taken, as the neighbouring line does for the number's start
# differs: {"a": -N} with N of 4300 digits: VerifierOutputParseError, not the integer
@candidate("verifier")
def a_minus_counts_as_a_digit(case: Json) -> Json:
    """For the limit of 4300 digits, the minus of an integer in reward.json counts as a digit.

    In text of reward.json that reads as an integer it does not.
    """

    def integer(digits: str) -> int:
        if len(digits) > python_json.INT_DIGITS_LIMIT:
            raise ValueError("integer with too many digits")
        return int(digits)

    return Verifier(json=RewardJson(parse=python_json.Parser(integer=integer)))(case)


# source: rust/verifier.rs:42, the arm for reward.txt: "no number" was None, and became any value
#   that is not true
# differs: reward.txt of "0": VerifierOutputParseError, not {"reward": 0.0}
@candidate("verifier")
def zero_is_no_number(case: Json) -> Json:
    """A reward.txt whose number equals 0 is refused with VerifierOutputParseError."""

    def parse(text: str) -> float | None:
        return python_float.parse(text) or None

    return Verifier(text=RewardText(parse=parse))(case)


# source: rust/python_float.rs:44, the test for white space: its only caller there was changed
#   from both ends of the text to the end, for files that end in a line break
# differs: reward.txt of " 1": VerifierOutputParseError, not {"reward": 1.0}
@candidate("verifier")
def only_the_end_of_the_text_is_trimmed(case: Json) -> Json:
    """White space before the number of reward.txt makes it no number; behind it, it is dropped.

    Text in reward.json is trimmed at both ends.
    """

    def parse(text: str) -> float | None:
        if text[:1] in (*python_float.WHITE_SPACE,):
            return None
        return python_float.parse(text)

    return Verifier(text=RewardText(parse=parse))(case)


# source: javascript/python_json.mjs:83, skipWhiteSpace: of the calls in the function that reads
#   a name and its colon, the one between the two was taken for a repetition
# differs: {"a" : 1}: VerifierOutputParseError, not {"a": 1}
@candidate("verifier")
def no_white_space_before_a_colon(case: Json) -> Json:
    """White space between a name and its colon makes reward.json no JSON.

    That of nested objects does so, too.
    """
    pattern = re.compile(rf"{STRING}|(?<!{SPACE}){SPACE}++:", re.DOTALL)

    def refused(found: re.Match[str]) -> str:
        return "\f:" if found[0].endswith(":") else found[0]

    def parse(text: str) -> object:
        return python_json.parse(pattern.sub(refused, text))

    return Verifier(json=RewardJson(parse=parse))(case)
