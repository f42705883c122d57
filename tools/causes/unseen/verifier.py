"""The unseen mistakes in `verifier`, written without the catalogue."""

import math
import re
from typing import Any

from candidates.reference import lax_number, python_float, python_json
from candidates.reference.verifier import (
    RewardFileEmptyError,
    RewardJson,
    RewardText,
    Verifier,
)
from tools.causes.wrong.making import candidate

_I64_LIMIT = 2**63
_WHITE_SPACE_OF_JAVASCRIPT = (
    "\t\n\v\f\r \xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000\ufeff"
)
_DECIMAL_OF_JAVASCRIPT = re.compile(
    r"[+-]?(?:Infinity|(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)"
)


# source: public code, an adapter that accepts a reward only if it is an int and in {0, 1}
# differs: reward.json {"reward": 0.5}: ValidationError, not {"reward": 0.5}
@candidate("verifier")
def json_rewards_are_the_integers_0_and_1(case: Any) -> Any:
    """A value of reward.json that is not the integer 0 or 1 is refused."""

    def number(value: object) -> int | float | None:
        return value if type(value) is int and value in (0, 1) else None

    return Verifier(json=RewardJson(number=number))(case)


# source: morluto/jacobian pull request #831: the runner rejects "non-finite" reward records
# differs: reward.json {"reward": NaN}: ValidationError, not {"reward": nan}
@candidate("verifier")
def json_rewards_must_be_finite(case: Any) -> Any:
    """A value of reward.json that is nan or infinite is refused."""

    def number(value: object) -> int | float | None:
        found = lax_number.convert(value)
        return None if isinstance(found, float) and not math.isfinite(found) else found

    return Verifier(json=RewardJson(number=number))(case)


# source: NVIDIA-NeMo/nemo-platform pull request #544: out[str(key)] = float(value)
# differs: reward.json {"reward": "\u0661"}: {"reward": 1.0}, not ValidationError
@candidate("verifier")
def text_in_json_is_read_by_float(case: Any) -> Any:
    """Text in reward.json is read as Python's float() reads it, like a reward.txt."""
    number = lax_number.Conversion(text=python_float.parse)
    return Verifier(json=RewardJson(number=number))(case)


# source: a habit of Node.js: readFileSync(path, "utf8") does not fail on other bytes
# differs: reward.json {"a<byte FF>": 1}: {"a\ufffd": 1}, not VerifierOutputParseError
@candidate("verifier")
def other_bytes_become_replacement_characters(case: Any) -> Any:
    """Bytes that are not UTF-8 are read as U+FFFD in either file."""

    def decode(content: bytes) -> str:
        if not content:
            raise RewardFileEmptyError
        return content.decode("utf-8", "replace")

    return Verifier(text=RewardText(decode=decode), json=RewardJson(decode=decode))(case)


# source: public code, an importer of trials in JavaScript: firstFinite((await
#   readText(rewardPath)).trim())
# differs: reward.txt "1_0": VerifierOutputParseError, not {"reward": 10.0}
@candidate("verifier")
def text_is_read_by_number_of_javascript(case: Any) -> Any:
    """The number in reward.txt is what JavaScript's Number() reads."""

    def parse(text: str) -> float | None:
        bare = text.strip(_WHITE_SPACE_OF_JAVASCRIPT)
        if re.fullmatch("0[xX][0-9a-fA-F]+|0[oO][0-7]+|0[bB][01]+", bare):
            return float(int(bare, 0))
        if _DECIMAL_OF_JAVASCRIPT.fullmatch(bare):
            return float(bare)
        return None if bare else 0.0

    return Verifier(text=RewardText(parse=parse))(case)


# source: a habit of Go: strconv.ParseFloat returns ErrRange beyond the greatest float64
# differs: reward.txt "1e999": VerifierOutputParseError, not {"reward": inf}
@candidate("verifier")
def text_beyond_binary64_is_refused(case: Any) -> Any:
    """A reward.txt whose digits are beyond the range of binary64 is refused."""

    def parse(text: str) -> float | None:
        number = python_float.parse(text)
        overflows = number is not None and math.isinf(number) and "i" not in text.lower()
        return None if overflows else number

    return Verifier(text=RewardText(parse=parse))(case)


# source: nim-lang/Nim pull request #10688: integers "out of range for int64 should be parsed as
#   float"
# differs: reward.json {"reward": 9223372036854775809}: 9.223372036854775808e18, not that integer
@candidate("verifier")
def wide_integers_become_floats(case: Any) -> Any:
    """An integer of reward.json that does not fit 64 bits becomes a float."""

    def integer(digits: str) -> Any:
        whole = python_json.integer(digits)
        return whole if -_I64_LIMIT <= whole < _I64_LIMIT else float(digits)

    return Verifier(json=RewardJson(parse=python_json.Parser(integer=integer)))(case)


class JSONDecodeError(ValueError):
    """What Python's json raises, by its name."""


# source: hud-evals/hud-python pull request #516: json.loads "with no error handling"
# differs: reward.json "{": JSONDecodeError, not VerifierOutputParseError
@candidate("verifier")
def text_that_is_no_json_is_a_decode_error(case: Any) -> Any:
    """A reward.json whose text is not JSON raises JSONDecodeError."""

    class Reading(RewardJson):
        def __call__(self, content: bytes) -> Any:
            text = self.decode(content)
            try:
                value = self.parse(text)
            except ValueError as error:
                raise JSONDecodeError from error
            return self.rewards(value, self.number)

    return Verifier(json=Reading())(case)


# source: a habit of Python: json.loads(text, strict=False)
# differs: reward.json with a line feed within a key: the key with it, not VerifierOutputParseError
@candidate("verifier")
def control_characters_are_allowed_in_json(case: Any) -> Any:
    """Control characters may stand for themselves in the strings of reward.json."""
    parse = python_json.Parser(plain=re.compile(r'[^"\\]*'))
    return Verifier(json=RewardJson(parse=parse))(case)


# source: a habit of Rust: serde_json refuses a "lone leading surrogate in hex escape"
# differs: reward.json {"\ud800": 1}: VerifierOutputParseError, not {"\ud800": 1}
@candidate("verifier")
def lone_surrogates_are_refused(case: Any) -> Any:
    """A reward.json with a surrogate that is not half of a pair cannot be parsed."""

    def parse(text: str) -> object:
        value = python_json.parse(text)
        _encode_all(value)
        return value

    return Verifier(json=RewardJson(parse=parse))(case)


def _encode_all(value: object) -> None:
    """Encode each string within a value; raises UnicodeEncodeError, which is a ValueError."""
    waiting = [value]
    while waiting:
        match waiting.pop():
            case str() as text:
                text.encode("utf-8")
            case list() as elements:
                waiting += elements
            case dict() as members:
                waiting += [*members, *members.values()]
