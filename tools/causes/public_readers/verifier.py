"""Ports of `verifier` with one mistake each."""

from typing import Any

from candidates.reference import python_float
from candidates.reference.verifier import RewardJson, RewardText, Verifier, rewards_of, verifier
from tools.causes.wrong.making import candidate

Json = Any


# source: xDAN's Harbor environment for MiMo-Agent, parse_reward: the number is taken from the
#   first line of the stripped reward.txt
# differs: reward.txt of "1\nall passed\n": {"reward": 1.0}, not VerifierOutputParseError
@candidate("verifier")
def the_first_line_of_the_text_counts(case: Json) -> Json:
    r"""Of a reward.txt only the first line that is not blank is read, and no later one.

    White space at the start of the file is dropped first; a line ends at ``\n`` alone.
    """

    def parse(text: str) -> float | None:
        return python_float.parse(text.strip(python_float.WHITE_SPACE).split("\n", 1)[0])

    return Verifier(text=RewardText(parse=parse))(case)


# source: PrimeIntellect-ai/verifiers, Harbor task set, parse_harbor_rewards: JSON that is one
#   number, not a boolean, becomes a float under the name "reward"
# differs: reward.json of "1": {"reward": 1.0}, not ValidationError
@candidate("verifier")
def a_bare_number_is_a_reward(case: Json) -> Json:
    """A reward.json that is one number and no object gives it under "reward", as a float.

    An integer beyond binary64 raises OverflowError there. ``true`` and text stay errors.
    """

    def rewards(value: Json, number: Json) -> Json:
        if isinstance(value, int | float) and not isinstance(value, bool):
            return {"reward": float(value)}
        return rewards_of(value, number)

    return Verifier(json=RewardJson(rewards=rewards))(case)


# source: PrimeIntellect-ai/verifiers, Harbor task set, parse_harbor_rewards: members that are not
#   JSON numbers are filtered out of the object
# differs: reward.json of {"reward": 1, "note": "ok"}: {"reward": 1}, not ValidationError
@candidate("verifier")
def members_that_are_no_numbers_are_left_out(case: Json) -> Json:
    """A member of reward.json that is no JSON number is left out, of any kind.

    So text, booleans, null, lists and objects are neither converted nor an error.
    """

    def rewards(value: Json, number: Json) -> Json:
        if not isinstance(value, dict):
            return rewards_of(value, number)
        return {
            name: number(member)
            for name, member in value.items()
            if isinstance(member, int | float) and not isinstance(member, bool)
        }

    return Verifier(json=RewardJson(rewards=rewards))(case)


# source: xDAN's Harbor environment for MiMo-Agent, parse_reward: reward.json is only used if
#   something is left of it after strip(); if not, reward.txt is read
# differs: an empty reward.json next to a reward.txt of "1": {"reward": 1.0}, not
#   RewardFileEmptyError
@candidate("verifier")
def a_blank_json_counts_as_no_file(case: Json) -> Json:
    """A reward.json without bytes or with white space alone counts as no file.

    So reward.txt is read, and without one RewardFileNotFoundError is raised.
    """
    content = case["reward.json"]
    if content is not None:
        try:
            blank = not content.decode("utf-8").strip()
        except UnicodeDecodeError:
            blank = False
        if blank:
            return verifier(case | {"reward.json": None})
    return verifier(case)
