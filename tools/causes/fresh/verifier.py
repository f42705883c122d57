"""Mistakes in `verifier`, written without the catalogue."""

import ast
import json
import re
from fractions import Fraction
from typing import Any

from candidates.reference import lax_number, python_float, python_json
from candidates.reference.verifier import (
    RewardFileEmptyError,
    RewardJson,
    RewardText,
    Verifier,
    VerifierOutputParseError,
    rewards_of,
    text_of,
)
from candidates.reference.verifier import verifier as right
from tools.causes.wrong.making import RewardFileNotFoundError, ValidationError, candidate


# source: hud-evals/hud-python pull request #516: for key in ("reward", "score")
# differs: reward.json {"score": 1}: {"reward": 1}, not {"score": 1}
@candidate("verifier")
def score_is_another_name_of_reward(case: Any) -> Any:
    """Where reward.json has no key reward, the value of its key score becomes the only reward."""

    def rewards(value: Any, number: Any) -> Any:
        found = rewards_of(value, number)
        if found and "reward" not in found and "score" in found:
            return {"reward": found["score"]}
        return found

    return Verifier(json=RewardJson(rewards=rewards))(case)


# source: PrimeIntellect-ai/verifiers pull request #1674: `elif [ -s /logs/verifier/reward.txt ]`
# differs: reward.txt of no bytes: RewardFileNotFoundError, not RewardFileEmptyError
@candidate("verifier")
def empty_text_file_is_no_file(case: Any) -> Any:
    """A reward.txt of no bytes counts as one that does not exist."""
    if case["reward.json"] is None and case["reward.txt"] == b"":
        raise RewardFileNotFoundError
    return right(case)


# source: morluto/jacobian pull request #831: rejects "out-of-range" reward records
# differs: reward.json {"reward": 2}: ValidationError, not {"reward": 2}
@candidate("verifier")
def json_rewards_lie_between_0_and_1(case: Any) -> Any:
    """A number in reward.json below 0 or above 1 is refused."""

    def number(value: Any) -> Any:
        found = lax_number.convert(value)
        return None if found is not None and (found < 0 or found > 1) else found

    return Verifier(json=RewardJson(number=number))(case)


# source: BaseIntelligence/bounty-challenge #70: `reward_str.starts_with("1")`
# differs: reward.txt "0.5": {"reward": 0.0}, not {"reward": 0.5}
@candidate("verifier")
def text_passes_if_it_begins_with_1(case: Any) -> Any:
    """The reward of a reward.txt is 1 if its text begins with the digit 1, and 0 for any other."""
    return Verifier(text=RewardText(parse=lambda text: float(text.strip().startswith("1"))))(case)


# source: alexrabo/LISAgentValidation lis-swap-contamination-triage/tests/test.sh, which writes both
#   files, each with a part of the result
# differs: reward.txt "1" and reward.json {"speed": 0.5}: {"reward": 1.0, "speed": 0.5}, not
#   {"speed": 0.5}
@candidate("verifier")
def both_files_are_merged(case: Any) -> Any:
    """Where both files can be read, the reward of reward.txt is added to those of reward.json."""
    found = right(case)["rewards"]
    if case["reward.json"] is None or case["reward.txt"] is None or found is None:
        return {"rewards": found}
    try:
        return {"rewards": RewardText()(case["reward.txt"]) | found}
    except (RewardFileEmptyError, VerifierOutputParseError):
        return {"rewards": found}


# source: spec/001: "/logs/verifier/reward.json # mandatory"
# differs: reward.txt "1" only: RewardFileNotFoundError, not {"reward": 1.0}
@candidate("verifier")
def text_file_is_never_read(case: Any) -> Any:
    """Only reward.json is read; without it there is no reward file."""
    return right({"reward.txt": None, "reward.json": case["reward.json"]})


# source: a habit of JavaScript: Number("\n") is 0
# differs: reward.txt "\n": {"reward": 0.0}, not VerifierOutputParseError
@candidate("verifier")
def blank_text_is_0(case: Any) -> Any:
    """A reward.txt of white space only is a reward of 0."""

    def parse(text: str) -> float | None:
        return python_float.parse(text) if text.strip() else 0.0

    return Verifier(text=RewardText(parse=parse))(case)


# source: a habit of C's strtod and Go's ParseFloat, which read hexadecimal numbers
# differs: reward.txt "0x1": {"reward": 1.0}, not VerifierOutputParseError
@candidate("verifier")
def hexadecimal_text_is_a_number(case: Any) -> Any:
    """A reward.txt in hexadecimal notation is read as a number."""

    def parse(text: str) -> float | None:
        if re.fullmatch(r"\s*[+-]?0[xX][0-9a-fA-F]+(\.[0-9a-fA-F]*)?([pP][+-]?[0-9]+)?\s*", text):
            return float.fromhex(text)
        return python_float.parse(text)

    return Verifier(text=RewardText(parse=parse))(case)


# source: a habit of Python: float(Fraction(text)), for "passed/all" of a test runner
# differs: reward.txt "3/4": {"reward": 0.75}, not VerifierOutputParseError
@candidate("verifier")
def fraction_is_divided(case: Any) -> Any:
    """A reward.txt of two whole numbers with a slash between them is their quotient."""

    def parse(text: str) -> float | None:
        if re.fullmatch(r"\s*[0-9]+/0*[1-9][0-9]*\s*", text):
            return float(Fraction(text.strip()))
        return python_float.parse(text)

    return Verifier(text=RewardText(parse=parse))(case)


# source: a habit of pandas: DataFrame.to_json(orient="records") writes a list of objects
# differs: reward.json [{"reward": 1}]: {"reward": 1}, not ValidationError
@candidate("verifier")
def list_of_one_object_is_that_object(case: Any) -> Any:
    """A reward.json that is a list with one object in it counts as that object."""

    def rewards(value: Any, number: Any) -> Any:
        if isinstance(value, list) and len(value) == 1 and isinstance(value[0], dict):
            value = value[0]
        return rewards_of(value, number)

    return Verifier(json=RewardJson(rewards=rewards))(case)


# source: a habit of Go: json.NewDecoder(file).Decode(&rewards) reads one value and stops
# differs: reward.json {"reward": 1} and {"reward": 0} on two lines: {"reward": 1}, not
#   VerifierOutputParseError
@candidate("verifier")
def text_behind_the_json_is_ignored(case: Any) -> Any:
    """The first JSON value of reward.json is read, and anything behind it is ignored."""

    def parse(text: str) -> Any:
        start = len(text) - len(text.lstrip(" \t\n\r"))
        try:
            _, end = json.JSONDecoder().raw_decode(text, start)
        except (ValueError, RecursionError):
            end = len(text)
        return python_json.parse(text[:end])

    return Verifier(json=RewardJson(parse=parse))(case)


# source: a habit of readers of JSON5, jsonc and YAML
# differs: reward.json {"reward": 1,}: {"reward": 1}, not VerifierOutputParseError
@candidate("verifier")
def trailing_comma_is_allowed(case: Any) -> Any:
    """A comma before a closing brace or bracket of reward.json is ignored."""
    comma = re.compile(r'("(?:[^"\\]|\\.)*")|(?<=[^\s{\[,:]),(?=\s*[}\]])', re.DOTALL)

    def parse(text: str) -> Any:
        return python_json.parse(comma.sub(lambda found: found[1] or "", text))

    return Verifier(json=RewardJson(parse=parse))(case)


# source: a habit of Python: ast.literal_eval for what str() of a dict has written
# differs: reward.json {'reward': 1}: {"reward": 1}, not VerifierOutputParseError
@candidate("verifier")
def python_literal_is_read_as_json(case: Any) -> Any:
    """Where reward.json is not JSON, it is read as a Python literal of an object."""

    def parse(text: str) -> Any:
        try:
            return python_json.parse(text)
        except ValueError:
            try:
                value = ast.literal_eval(text.strip())
            except (SyntaxError, TypeError, MemoryError, RecursionError) as error:
                raise ValueError from error
            if not isinstance(value, dict) or not all(isinstance(name, str) for name in value):
                raise
            return value

    return Verifier(json=RewardJson(parse=parse))(case)


# source: a habit of PowerShell: `1 > reward.txt` writes UTF-16 with a byte order mark
# differs: reward.txt b"\xff\xfe1\x00": {"reward": 1.0}, not VerifierOutputParseError
@candidate("verifier")
def utf_16_is_decoded(case: Any) -> Any:
    """A file that begins with a byte order mark of UTF-16 is decoded as UTF-16."""

    def decode(content: bytes) -> str:
        if content[:2] in (b"\xff\xfe", b"\xfe\xff") and len(content) % 2 == 0:
            return content.decode("utf-16", "replace")
        return text_of(content)

    return Verifier(text=RewardText(decode=decode), json=RewardJson(decode=decode))(case)


# source: a habit of Rust: text.trim_end_matches('\n').parse::<f64>(), which refuses white space
# differs: reward.txt "1\r\n": VerifierOutputParseError, not {"reward": 1.0}
@candidate("verifier")
def only_line_feeds_are_trimmed(case: Any) -> Any:
    """White space around the number in reward.txt is refused, except line feeds at the end."""

    def parse(text: str) -> float | None:
        bare = text.rstrip("\n")
        return None if bare != bare.strip() else python_float.parse(bare)

    return Verifier(text=RewardText(parse=parse))(case)


# source: mutant: `if value is None` becomes `if not value`
# differs: reward.json {}: {"rewards": null}, not {"rewards": {}}
@candidate("verifier")
def falsy_json_is_null(case: Any) -> Any:
    """A reward.json of an empty object or list, false, 0 or an empty text counts as null."""

    def rewards(value: Any, number: Any) -> Any:
        return rewards_of(value, number) if value else None

    return Verifier(json=RewardJson(rewards=rewards))(case)


# source: mutant: the check in the loop replaces the earlier result, and the last one decides
# differs: reward.json {"notes": "slow", "reward": 1}: {"reward": 1}, not ValidationError
@candidate("verifier")
def only_the_last_value_is_checked(case: Any) -> Any:
    """A value of reward.json that is refused is left out, unless it is the last one."""

    def rewards(value: Any, number: Any) -> Any:
        if not isinstance(value, dict):
            return rewards_of(value, number)
        found = {name: number(member) for name, member in value.items()}
        if found and list(found.values())[-1] is None:
            raise ValidationError
        return {name: one for name, one in found.items() if one is not None}

    return Verifier(json=RewardJson(rewards=rewards))(case)
