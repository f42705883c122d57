"""What public readers of reward files do differently."""

from typing import Any

from candidates.reference import python_float
from candidates.reference.verifier import RewardJson, RewardText, Verifier, rewards_of
from tools.causes.wrong.making import candidate

Json = Any


# source: an adapter's `if isinstance(data, int | float): return float(data)` before the object
# differs: a reward.json of 1: {"reward": 1.0}, not ValidationError
@candidate("verifier")
def a_bare_number_is_the_reward(case: Json) -> Json:
    """A reward.json that is a bare number is taken for the value of `reward`."""

    def rewards(value: Json, number: Json) -> Json:
        bare = isinstance(value, int | float)
        return rewards_of({"reward": float(value)} if bare else value, number)

    return Verifier(json=RewardJson(rewards=rewards))(case)


# source: scorers that tolerate details next to the rewards: keep what `isinstance` calls a number
# differs: a reward.json of {"a": 1, "note": "ok"}: {"a": 1}, not ValidationError
@candidate("verifier")
def members_that_are_no_numbers_are_dropped(case: Json) -> Json:
    """A member of reward.json that is text, null, a list or an object is dropped."""

    def rewards(value: Json, number: Json) -> Json:
        if isinstance(value, dict):
            value = {name: one for name, one in value.items() if isinstance(one, int | float)}
        return rewards_of(value, number)

    return Verifier(json=RewardJson(rewards=rewards))(case)


# source: scorers of scripts that log before they score: `text.strip().splitlines()[-1]`
# differs: a reward.txt of "2 tests\n1\n": {"reward": 1.0}, not VerifierOutputParseError
@candidate("verifier")
def the_last_line_of_the_text_is_the_reward(case: Json) -> Json:
    """Only the last line of reward.txt that is not blank is parsed."""

    def parse(text: str) -> float | None:
        lines = text.strip().splitlines()
        return python_float.parse(lines[-1] if lines else text)

    return Verifier(text=RewardText(parse=parse))(case)
