"""Reserved mistakes in `verifier`."""

import re
from typing import Any

from candidates.reference import lax_number, python_float, python_json
from candidates.reference.verifier import (
    RewardJson,
    RewardText,
    Verifier,
    VerifierOutputParseError,
    only_reward,
    rewards_of,
)
from tools.causes.wrong.making import candidate

Json = Any


# source: a habit of Go and C++: fmt.Fscan(file, &reward), in >> reward
# differs: reward.txt of "1 passed": {"reward": 1.0}, not VerifierOutputParseError
@candidate("verifier")
def first_word_of_reward_txt_is_the_reward(case: Json) -> Json:
    """Only the first word of reward.txt is read; what follows it is ignored."""
    space = re.compile(f"[{re.escape(python_float.WHITE_SPACE)}]+")

    def parse(text: str) -> float | None:
        return python_float.parse(space.split(text.strip(python_float.WHITE_SPACE))[0])

    return Verifier(text=RewardText(parse=parse))(case)


# source: a habit of JavaScript: JSON.parse(text) for both files
# differs: reward.txt of ".5": VerifierOutputParseError, not {"reward": 0.5}
@candidate("verifier")
def reward_txt_is_read_as_json(case: Json) -> Json:
    """A reward.txt has to be a JSON number, so that .5, +1 and nan are errors."""

    def parse(text: str) -> float | None:
        try:
            value = python_json.parse(text)
        except (ValueError, RecursionError):
            return None
        if isinstance(value, bool) or not isinstance(value, int | float):
            return None
        return float(value)

    return Verifier(text=RewardText(parse=parse))(case)


# source: a habit of Go: json.Unmarshal into map[string]float64 leaves 0 where it meets null
# differs: reward.json of {"reward": null}: {"reward": 0.0}, not ValidationError
@candidate("verifier")
def null_in_reward_json_is_zero(case: Json) -> Json:
    """A reward of null in reward.json becomes 0 instead of an error."""

    def number(value: object) -> int | float | None:
        return 0.0 if value is None else lax_number.convert(value)

    return Verifier(json=RewardJson(number=number))(case)


# source: a habit of shell: [ -s reward.json ] asks for a file that exists and is not empty
# differs: reward.json of no bytes, reward.txt of "1": {"reward": 1.0}, not RewardFileEmptyError
@candidate("verifier")
def file_without_bytes_is_no_file(case: Json) -> Json:
    """A file without bytes counts as absent, so reward.txt is read or nothing is found."""
    files: Json = {name: content or None for name, content in case.items()}
    return Verifier()(files)


# source: another reading of spec/000: what is wrong inside a reward file is a parse error
# differs: reward.json of [1]: VerifierOutputParseError, not ValidationError
@candidate("verifier")
def json_that_is_no_object_is_a_parse_error(case: Json) -> Json:
    """A reward.json with neither an object nor null raises VerifierOutputParseError."""

    def rewards(value: Json, number: Json) -> Json:
        if value is not None and not isinstance(value, dict):
            raise VerifierOutputParseError
        return rewards_of(value, number)

    return Verifier(json=RewardJson(rewards=rewards))(case)


# source: another reading of spec/001, whose rewards are clamped to the range from 0 to 1
# differs: reward.txt of "-1": {"reward": 0.0}, not {"reward": -1.0}
@candidate("verifier")
def rewards_are_clamped_to_zero_and_one(case: Json) -> Json:
    """A reward below 0 becomes 0 and one above 1 becomes 1, in both files."""

    def clamped(rewards: Json) -> Json:
        return rewards and {name: min(max(value, 0.0), 1.0) for name, value in rewards.items()}

    return Verifier(
        text=RewardText(rewards=lambda number: clamped(only_reward(number))),
        json=RewardJson(rewards=lambda value, number: clamped(rewards_of(value, number))),
    )(case)
