"""Ports of `verifier` with one mistake each."""

import math
from typing import Any

from candidates.reference import lax_number, python_json
from candidates.reference.verifier import RewardJson, Verifier, text_of, verifier
from tools.causes.wrong.making import candidate

Json = Any

_LARGEST_SAFE = 2**53 - 1


# source: cityjson/cjio issue #21: a reader of JSON crashes on the byte order mark that other
#   software put into the file, and was made to skip it
# differs: reward.json b'\xef\xbb\xbf{"a": 1}': {"a": 1}, not VerifierOutputParseError
@candidate("verifier")
def reward_json_may_have_a_byte_order_mark(case: Json) -> Json:
    """One byte order mark at the start of reward.json is skipped; it should make it no JSON."""
    return Verifier(
        json=RewardJson(decode=lambda content: text_of(content).removeprefix("\ufeff"))
    )(case)


# source: danielaparker/jsoncons issue #505: of several members with one name the first is kept,
#   where other parsers keep the last
# differs: reward.json {"a": 1, "a": 2}: {"a": 1}, not {"a": 2}
@candidate("verifier")
def the_first_of_equal_names_is_kept(case: Json) -> Json:
    """Of several members of reward.json with one name, the first holds, not the last."""

    def members(pairs: list[tuple[str, object]]) -> dict[str, object]:
        kept: dict[str, object] = {}
        for name, value in pairs:
            kept.setdefault(name, value)
        return kept

    return Verifier(json=RewardJson(parse=python_json.Parser(members=members)))(case)


# source: nodejs/node issue #3377: JSON.parse gives 25930604596008828 for 25930604596008827
# differs: reward.json {"a": 9007199254740993}: 9007199254740992.0, not 9007199254740993
@candidate("verifier")
def large_integers_become_binary64(case: Json) -> Json:
    """Integers of reward.json beyond 2**53 - 1 become the nearest binary64 (or an infinity).

    This holds for both signs, and for numbers without a point and an exponent.
    """

    def integer(digits: str) -> Json:
        exact = python_json.integer(digits)
        return exact if abs(exact) <= _LARGEST_SAFE else float(digits)

    return Verifier(json=RewardJson(parse=python_json.Parser(integer=integer)))(case)


# source: argoproj-labs/hera PR #241: a field of int or float, in this order, makes 0.5 a 0
# differs: reward.json {"a": 0.5}: {"a": 0}, not {"a": 0.5}
@candidate("verifier")
def fractions_are_cut_off(case: Json) -> Json:
    """Numbers of reward.json with a point or an exponent lose their fraction, towards zero.

    Text and the words for nan and the infinities are read as they should be.
    """

    def number(value: object) -> Json:
        if isinstance(value, float) and math.isfinite(value):
            return int(value)
        return lax_number.convert(value)

    return Verifier(json=RewardJson(number=number))(case)


# source: PrimeIntellect-ai/verifiers PR #1674: two readers of harbor's rewards disagree whether
#   reward.txt or reward.json counts where a task writes both
# differs: reward.txt "1" and reward.json {"a": 0}: {"reward": 1.0}, not {"a": 0}
@candidate("verifier")
def reward_txt_wins(case: Json) -> Json:
    """Where there are both files, reward.txt is read, even if it cannot be; not reward.json."""
    if case["reward.txt"] is None:
        return verifier(case)
    return verifier(case | {"reward.json": None})
