"""Mistakes in `verifier` that people make."""

import re
from typing import Any

from candidates.reference import lax_number, python_float, python_json
from candidates.reference.verifier import RewardJson, RewardText, Verifier, rewards_of, text_of
from candidates.reference.verifier import verifier as right
from tools.causes.wrong.making import (
    RewardFileEmptyError,
    candidate,
)


# source: a fork of harbor, harbor/verifier/reward_parser.py: "Precedence: reward.txt > reward.json"
# differs: reward.txt "0" and reward.json {"reward": 1}: {"reward": 0.0}, not {"reward": 1}
@candidate("verifier")
def text_before_json(case: Any) -> Any:
    """reward.txt wins where both files exist."""
    if case["reward.txt"] is not None:
        return right({"reward.txt": case["reward.txt"], "reward.json": None})
    return right(case)


# source: a habit: try the JSON, except fall through to the text (`jq .reward reward.json || cat
#   reward.txt`)
# differs: reward.json "{" and reward.txt "1": {"reward": 1.0}, not VerifierOutputParseError
@candidate("verifier")
def text_where_json_fails(case: Any) -> Any:
    """Where reward.json cannot be read, reward.txt is tried before giving up."""
    try:
        return right(case)
    except Exception:
        if case["reward.json"] is None or case["reward.txt"] is None:
            raise
        return right({"reward.txt": case["reward.txt"], "reward.json": None})


# source: a habit: `content = read().strip(); if not content: empty`, which spec/000 section 1
#   warns of
# differs: reward.txt "\n": RewardFileEmptyError, not VerifierOutputParseError
@candidate("verifier")
def blank_file_is_empty(case: Any) -> Any:
    """A file of white space only counts as empty."""

    def decode(content: bytes) -> str:
        text = text_of(content)
        if not text.strip():
            raise RewardFileEmptyError
        return text

    return Verifier(text=RewardText(decode=decode), json=RewardJson(decode=decode))(case)


# source: JavaScript's parseFloat; cf. BaseIntelligence/bounty-challenge #70 (starts_with("1"))
# differs: reward.txt "1 passed" (or "1,0"): {"reward": 1.0}, not VerifierOutputParseError
@candidate("verifier")
def longest_numeric_prefix(case: Any) -> Any:
    """reward.txt is read as parseFloat does: what follows the number is ignored."""

    def parse(text: str) -> float | None:
        number = python_float.parse(text)
        if number is not None:
            return number
        found = re.match(r"\s*([+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)", text)
        return float(found[1]) if found else None

    return Verifier(text=RewardText(parse=parse))(case)


# source: a habit of readers for Windows (test.bat, PowerShell's Out-File): encoding="utf-8-sig",
#   StreamReader of .NET
# differs: reward.txt b"\xef\xbb\xbf1": {"reward": 1.0}, not VerifierOutputParseError
@candidate("verifier")
def byte_order_mark_is_dropped(case: Any) -> Any:
    """A leading UTF-8 byte order mark is dropped."""

    def decode(content: bytes) -> str:
        return text_of(content).removeprefix("\ufeff")

    return Verifier(text=RewardText(decode=decode), json=RewardJson(decode=decode))(case)


# source: a habit of tolerant readers: isinstance(data, (int, float)) -> {"reward": data}
# differs: reward.json "0.5": {"reward": 0.5}, not ValidationError
@candidate("verifier")
def bare_number_is_the_reward(case: Any) -> Any:
    """A reward.json that is a bare number counts as {"reward": number}."""

    def rewards(value: Any, number: Any) -> Any:
        if isinstance(value, int | float) and not isinstance(value, bool):
            value = {"reward": value}
        return rewards_of(value, number)

    return Verifier(json=RewardJson(rewards=rewards))(case)


# source: a habit of typed languages: HashMap<String, f64> in serde_json, map[string]float64 in
#   Go, StrictFloat in pydantic
# differs: reward.json {"reward": true} or {"reward": "1"}: ValidationError, not {"reward": 1.0}
@candidate("verifier")
def only_numbers_are_rewards(case: Any) -> Any:
    """Booleans and numeric strings in reward.json are refused instead of converted."""

    def number(value: Any) -> Any:
        return None if isinstance(value, bool | str) else lax_number.convert(value)

    return Verifier(json=RewardJson(number=number))(case)


# source: JSON.parse, encoding/json and serde_json, which know no NaN and no Infinity
# differs: reward.json {"reward": NaN}: VerifierOutputParseError, not {"reward": nan}
@candidate("verifier")
def json_without_nan_and_infinity(case: Any) -> Any:
    """reward.json is strict JSON: NaN and Infinity do not parse."""
    return Verifier(json=RewardJson(parse=python_json.Parser(constants={})))(case)
