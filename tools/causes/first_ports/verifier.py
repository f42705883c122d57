"""First versions of `verifier`, written from the texts, with one mistake each."""

import math
from typing import Any

from candidates.reference import python_float
from candidates.reference.python_json import Parser
from candidates.reference.verifier import (
    RewardJson,
    RewardText,
    ValidationError,
    Verifier,
    verifier,
)
from tools.causes.wrong.making import VerifierOutputParseError, candidate

Json = Any


# source: spec/000 §1, "json.loads(...) returned VERBATIM"; a port to TypeScript writes JSON.parse,
#   which knows only the grammar of JSON
# differs: reward.json {"reward": NaN}: VerifierOutputParseError, not {"reward": nan}
@candidate("verifier")
def json_has_no_nan_or_infinity(case: Json) -> Json:
    """NaN, Infinity and -Infinity in reward.json are VerifierOutputParseError.

    Text such as "nan" is read as ever.
    """
    return Verifier(json=RewardJson(parse=Parser(constants={})))(case)


# source: spec/000 §7, "raise the three error classes": who writes the runner from the text has no
#   fourth one, so any error is wrong with the content is "bad JSON"
# differs: reward.json [1]: VerifierOutputParseError, not ValidationError
@candidate("verifier")
def unfit_json_is_a_parse_error(case: Json) -> Json:
    """JSON that is not an object of numbers is VerifierOutputParseError, not ValidationError."""
    try:
        return verifier(case)
    except ValidationError as error:
        raise VerifierOutputParseError from error


# source: spec/000 §1, "except ValueError: raise VerifierOutputParseError"; in Go the error of
#   strconv.ParseFloat takes that place, and there is one for ErrRange too
# differs: reward.txt 1e999: VerifierOutputParseError, not {"reward": inf}
@candidate("verifier")
def a_number_out_of_range_is_a_parse_error(case: Json) -> Json:
    """A reward.txt whose digits are beyond binary64 is VerifierOutputParseError, not infinite.

    The words for infinity are read as ever, and so are numbers that are too small.
    """

    def parse(text: str) -> float | None:
        number = python_float.parse(text)
        if number is not None and math.isinf(number) and "i" not in text.lower():
            return None
        return number

    return Verifier(text=RewardText(parse=parse))(case)


# source: spec/000 §2, "dict[str, float|int]", which becomes Record<string, number>, and JSON.parse
#   has one type of number
# differs: reward.json {"n": 9007199254740993}: 9007199254740992.0, not 9007199254740993
@candidate("verifier")
def json_integers_are_binary64(case: Json) -> Json:
    """Integers of reward.json are read as binary64, of any number of digits, up to infinity.

    Text that reads as a number is no integer of the JSON and is read as ever.
    """
    read: Json = float
    return Verifier(json=RewardJson(parse=Parser(integer=read)))(case)


# source: spec/000 §2, "rewards : dict[str, float|int]": the check of a value in TypeScript is
#   typeof value === "number"
# differs: reward.json {"reward": true}: ValidationError, not {"reward": 1.0}
@candidate("verifier")
def json_values_have_to_be_numbers(case: Json) -> Json:
    """Truth values and text in reward.json are a ValidationError, even if text reads as a number.

    Only numbers of JSON are rewards.
    """

    def number(value: object) -> int | float | None:
        if isinstance(value, int | float) and not isinstance(value, bool):
            return value
        return None

    return Verifier(json=RewardJson(number=number))(case)
