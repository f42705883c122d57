"""Second versions of `verifier` with one mistake each."""

from typing import Any

from candidates.reference import python_float, python_json
from candidates.reference.verifier import (
    RewardJson,
    RewardText,
    Verifier,
    rewards_of,
    text_of,
)
from tools.causes.wrong.making import candidate

Json = Any


# source: the habit of versioned payloads: `data = data.get("rewards", data)`, once the file may
#   hold a whole result
# differs: {"rewards": {"reward": 1}}: {"reward": 1}, not ValidationError
@candidate("verifier")
def an_envelope_is_opened(case: Json) -> Json:
    """Where the member `rewards` of reward.json is an object, that is taken for the rewards.

    All other members of the outer object are ignored.
    """

    def opened(value: Json, number: Json) -> Json:
        if isinstance(value, dict) and isinstance(value.get("rewards"), dict):
            value = value["rewards"]
        return rewards_of(value, number)

    return Verifier(json=RewardJson(rewards=opened))(case)


# source: tolerant readers in Python: `{k: v for k, v in data.items() if v is not None}`, as of a
#   judge that gave no score
# differs: {"reward": 1, "style": null}: {"reward": 1}, not ValidationError
@candidate("verifier")
def null_members_are_left_out(case: Json) -> Json:
    """A member of reward.json that is null is left out of the rewards.

    It should be refused with ValidationError.
    """

    def present(value: Json, number: Json) -> Json:
        if isinstance(value, dict):
            value = {name: member for name, member in value.items() if member is not None}
        return rewards_of(value, number)

    return Verifier(json=RewardJson(rewards=present))(case)


# source: shell runners that take `tail -n 1 reward.txt`, because a test script that ran twice
#   appended with `>>`
# differs: "0\n1\n": {"reward": 1.0}, not VerifierOutputParseError
@candidate("verifier")
def the_last_line_is_the_reward(case: Json) -> Json:
    """Of a reward.txt with several lines that are not blank, only the last is read as the number.

    The whole text would be refused.
    """

    def last_line(content: bytes) -> str:
        text = text_of(content)
        return (
            [line for line in text.split("\n") if line.strip(python_float.WHITE_SPACE)] or [text]
        )[-1]

    return Verifier(text=RewardText(decode=last_line))(case)


# source: `json.loads` replaced by `orjson.loads`, which makes floats of integers beyond 64 bits
# differs: {"reward": 36893488147419103233}: 3.6893488147419103e+19, not the integer
@candidate("verifier")
def wide_integers_of_json_are_floats(case: Json) -> Json:
    """An integer of reward.json below -2**63 or above 2**64 - 1 becomes the nearest float.

    It is an infinity beyond binary64, and should stay that integer.
    """

    def integer(digits: str) -> Json:
        value = python_json.integer(digits)
        return value if -(2**63) <= value < 2**64 else float(digits)

    return Verifier(json=RewardJson(parse=python_json.Parser(integer=integer)))(case)
