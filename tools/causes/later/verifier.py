"""More mistakes in `verifier`, written without the catalogue."""

import re
from typing import Any

from candidates.reference import lax_number, python_float, python_json
from candidates.reference.verifier import (
    RewardJson,
    RewardText,
    ValidationError,
    Verifier,
    VerifierOutputParseError,
    rewards_of,
    text_of,
)
from tools.causes.wrong.making import candidate


# source: PrimeIntellect-ai/verifiers pull request #1674: float(output), and where that fails
#   json.loads(output)
# differs: reward.txt {"reward": 1}: {"reward": 1}, not VerifierOutputParseError
@candidate("verifier")
def text_file_may_hold_a_json_object(case: Any) -> Any:
    """A reward.txt that is no number but a JSON object is read as reward.json is."""

    def read(content: bytes) -> Any:
        try:
            return RewardText()(content)
        except VerifierOutputParseError:
            try:
                value = python_json.parse(text_of(content))
            except (ValueError, RecursionError):
                value = None
            if not isinstance(value, dict):
                raise
            return rewards_of(value, lax_number.convert)

    return Verifier(text=read)(case)


# source: PrimeIntellect-ai/verifiers pull request #1674: `if len(rewards) == 1` the only value, and
#   `return 0.0` for several keys without `reward`
# differs: reward.json {"a": 1, "b": 1}: {"reward": 0.0}, not {"a": 1, "b": 1}
@candidate("verifier")
def several_keys_without_reward_are_0(case: Any) -> Any:
    """A reward.json of several keys, none of which is `reward`, is a single reward of 0."""

    def rewards(value: Any, number: Any) -> Any:
        found = rewards_of(value, number)
        if found is not None and len(found) > 1 and "reward" not in found:
            return {"reward": 0.0}
        return found

    return Verifier(json=RewardJson(rewards=rewards))(case)


# source: PrimeIntellect-ai/verifiers pull request #1674: float(output or 0)
# differs: reward.txt of no bytes: {"reward": 0.0}, not RewardFileEmptyError
@candidate("verifier")
def empty_text_file_is_0(case: Any) -> Any:
    """A reward.txt of no bytes is a reward of 0."""
    decode = lambda content: text_of(content) if content else "0"  # noqa: E731
    return Verifier(text=RewardText(decode=decode))(case)


# source: hud-evals/hud-python pull request #516: return None, {"reward_parse_error": …}
# differs: reward.json {"reward": "good"}: {"rewards": null}, not ValidationError
@candidate("verifier")
def refused_json_has_null_rewards(case: Any) -> Any:
    """A reward.json that is JSON, but not an object of numbers, has null rewards."""

    def rewards(value: Any, number: Any) -> Any:
        try:
            return rewards_of(value, number)
        except ValidationError:
            return None

    return Verifier(json=RewardJson(rewards=rewards))(case)


# source: a habit of Go: strconv.ParseFloat(string(content), 64) without strings.TrimSpace
# differs: reward.txt "1\n": VerifierOutputParseError, not {"reward": 1.0}
@candidate("verifier")
def white_space_around_the_number_is_refused(case: Any) -> Any:
    """Any white space before or behind the number in reward.txt is refused."""

    def parse(text: str) -> float | None:
        return None if text != text.strip(python_float.WHITE_SPACE) else python_float.parse(text)

    return Verifier(text=RewardText(parse=parse))(case)


# source: a habit of readers of logs: re.search(r"[-+]?\d*\.?\d+", text)
# differs: reward.txt "reward: 0.5": {"reward": 0.5}, not VerifierOutputParseError
@candidate("verifier")
def first_number_anywhere_in_the_text(case: Any) -> Any:
    """Where reward.txt is no number, the first number that stands anywhere in it is the reward."""
    pattern = re.compile(r"[-+]?[0-9]*\.?[0-9]+(?:[eE][-+]?[0-9]+)?")

    def parse(text: str) -> float | None:
        number = python_float.parse(text)
        if number is None and (found := pattern.search(text)):
            return float(found[0])
        return number

    return Verifier(text=RewardText(parse=parse))(case)


# source: a habit of pydantic: model_validate_json, which has one error for both
# differs: reward.json "{": ValidationError, not VerifierOutputParseError
@candidate("verifier")
def text_that_is_no_json_is_a_validation_error(case: Any) -> Any:
    """A reward.json whose text is not JSON raises ValidationError."""

    def parse(text: str) -> Any:
        try:
            return python_json.parse(text)
        except ValueError as error:
            raise ValidationError from error

    return Verifier(json=RewardJson(parse=parse))(case)


# source: another reading of spec/001: "mandatory: {"reward": 0.0-1.0}"
# differs: reward.json {"score": 1}: ValidationError, not {"score": 1}
@candidate("verifier")
def json_needs_the_key_reward(case: Any) -> Any:
    """A reward.json object without the key `reward` is refused."""

    def rewards(value: Any, number: Any) -> Any:
        found = rewards_of(value, number)
        if found is not None and "reward" not in found:
            raise ValidationError
        return found

    return Verifier(json=RewardJson(rewards=rewards))(case)


# source: spec/001: "Rubric rewards round to 4 decimals", taken for every reward.json
# differs: reward.json {"reward": 0.33333}: {"reward": 0.3333}, not {"reward": 0.33333}
@candidate("verifier")
def json_rewards_have_four_decimals(case: Any) -> Any:
    """The numbers of reward.json are rounded to four decimals."""

    def number(value: Any) -> Any:
        found = lax_number.convert(value)
        return round(found, 4) if isinstance(found, float) else found

    return Verifier(json=RewardJson(number=number))(case)


# source: spec/001, "clamps it to [0, 1]", taken for every reward.json
# differs: reward.json {"reward": 2}: {"reward": 1}, not {"reward": 2}
@candidate("verifier")
def json_rewards_are_clamped(case: Any) -> Any:
    """A number of reward.json below 0 is 0, and one above 1 is 1."""

    def number(value: Any) -> Any:
        found = lax_number.convert(value)
        return None if found is None else min(max(found, 0), 1)

    return Verifier(json=RewardJson(number=number))(case)
