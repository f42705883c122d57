"""Held-out mistakes in `verifier`."""

import math
import re
from typing import Any

from candidates.reference import python_float, python_json
from candidates.reference.verifier import (
    RewardJson,
    RewardText,
    ValidationError,
    Verifier,
    only_reward,
)
from tools.causes.wrong.making import candidate

_HEXADECIMAL = re.compile(
    r"[+-]?0x(?:[0-9a-f]+(?:\.[0-9a-f]*)?|\.[0-9a-f]+)p[+-]?[0-9]+", re.IGNORECASE | re.ASCII
)


# source: a habit of shell scripts: `head -n 1 reward.txt`, or `read` of a variable
# differs: reward.txt "1\nall tests passed": {"reward": 1.0}, not VerifierOutputParseError
@candidate("verifier")
def only_the_first_line_of_the_text_is_read(case: Any) -> Any:
    """Of reward.txt only the first line is read, and none after it."""
    first_line = RewardText(parse=lambda text: python_float.parse(text.partition("\n")[0]))
    return Verifier(text=first_line)(case)


# source: what authors ask for where notes in reward.json lose a whole trial: keep the numbers only
# differs: reward.json {"reward": 1, "note": "good"}: {"reward": 1}, not ValidationError
@candidate("verifier")
def json_values_that_are_no_numbers_are_left_out(case: Any) -> Any:
    """A value of reward.json that is no number is left out, and does not refuse the file."""

    def rewards(value: Any, number: Any) -> Any:
        if value is None:
            return None
        if not isinstance(value, dict):
            raise ValidationError
        converted = {name: number(member) for name, member in value.items()}
        return {name: member for name, member in converted.items() if member is not None}

    return Verifier(json=RewardJson(rewards=rewards))(case)


# source: another reading of spec/001: a score is clamped to [0, 1] before it is used
# differs: reward.txt "1.5": {"reward": 1.0}, not {"reward": 1.5}
@candidate("verifier")
def reward_of_the_text_is_clamped(case: Any) -> Any:
    """The number in reward.txt is clamped to the range from 0 to 1."""
    clamped = RewardText(rewards=lambda number: only_reward(min(max(number, 0.0), 1.0)))
    return Verifier(text=clamped)(case)


# source: a habit of Go: gjson.Get, which stops at the first member of a name
# differs: reward.json {"reward": 0, "reward": 1}: {"reward": 0}, not {"reward": 1}
@candidate("verifier")
def first_of_two_members_with_one_name_counts(case: Any) -> Any:
    """Of several members of reward.json with one name the first counts, not the last."""

    def members(pairs: Any) -> Any:
        found: dict[str, object] = {}
        for name, value in pairs:
            found.setdefault(name, value)
        return found

    return Verifier(json=RewardJson(parse=python_json.Parser(members=members)))(case)


# source: spachava753/rollout, a runner in Go: strconv.ParseFloat(strings.TrimSpace(text), 64)
# differs: reward.txt "1e999": VerifierOutputParseError, not {"reward": inf}
@candidate("verifier")
def text_is_read_by_parsefloat_of_go(case: Any) -> Any:
    """reward.txt is read by Go's ParseFloat: hexadecimal counts, other digits and 1e999 do not."""
    return Verifier(text=RewardText(parse=_parse_float))(case)


def _parse_float(text: str) -> float | None:
    plain = text.strip(python_float.WHITE_SPACE)
    if not plain.isascii() or plain.lower() in ("+nan", "-nan"):
        return None
    if _HEXADECIMAL.fullmatch(plain):
        try:
            return float.fromhex(plain)
        except OverflowError:
            return None
    number = python_float.parse(plain)
    beyond = number is not None and math.isinf(number) and "n" not in plain.lower()
    return None if beyond else number
