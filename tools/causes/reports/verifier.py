"""Ports of `verifier` with one mistake each."""

import re
from typing import Any

from candidates.reference import python_float, python_json
from candidates.reference.verifier import RewardJson, RewardText, Verifier, rewards_of, verifier
from tools.causes.wrong.making import candidate

Json = Any


# source: hud-evals/hud-python PR #516, _adapt.py: a reward.json that is a number is the reward
# differs: reward.json is 1: {"reward": 1.0}, not ValidationError
@candidate("verifier")
def a_bare_number_in_json_is_the_reward(case: Json) -> Json:
    """A reward.json that is only a number or a truth value gives a reward "reward", as a float."""

    def rewards(value: Json, number: Json) -> Json:
        if isinstance(value, int | float):
            return {"reward": float(value)}
        return rewards_of(value, number)

    return Verifier(json=RewardJson(rewards=rewards))(case)


# source: PrimeIntellect-ai/verifiers PR #1401: a reward file counts only if it is not empty
# differs: a reward.json of no bytes next to a reward.txt of 1: {"reward": 1.0}, not
#   RewardFileEmptyError
@candidate("verifier")
def an_empty_json_file_counts_as_absent(case: Json) -> Json:
    """A reward.json of no bytes is treated as no file, so that reward.txt is read."""
    return verifier(case | {"reward.json": case["reward.json"] or None})


# source: NVIDIA-NeMo/nemo-platform PR #544, harbor_runtime.py: a reward that is no number is
#   passed over
# differs: {"reward": 1, "note": "fine"}: {"reward": 1}, not ValidationError
@candidate("verifier")
def values_that_are_no_numbers_are_skipped(case: Json) -> Json:
    """A member of reward.json that cannot be converted to a number is left out.

    The others are kept.
    """

    def rewards(value: Json, number: Json) -> Json:
        if isinstance(value, dict):
            value = {name: member for name, member in value.items() if number(member) is not None}
        return rewards_of(value, number)

    return Verifier(json=RewardJson(rewards=rewards))(case)


# source: modelscope/ms-swift PR #10163: the pattern for a reward ends before an exponent
# differs: reward.txt is 1e-1: 1.0, not 0.1
@candidate("verifier")
def the_exponent_of_reward_txt_is_ignored(case: Json) -> Json:
    """Of reward.txt, everything from the first e or E on is ignored.

    So an exponent has no effect.
    """
    return Verifier(
        text=RewardText(parse=lambda text: python_float.parse(re.split("[eE]", text)[0]))
    )(case)


# source: morluto/jacobian PR #831: the host's reader rejects malformed records and repeated keys
# differs: {"reward": 0, "reward": 1}: VerifierOutputParseError, not {"reward": 1}
@candidate("verifier")
def a_repeated_name_in_json_is_a_parse_error(case: Json) -> Json:
    """An object in reward.json that has a name twice is refused as VerifierOutputParseError."""

    def members(pairs: Json) -> Json:
        if len(dict(pairs)) < len(pairs):
            raise ValueError("a name twice")
        return dict(pairs)

    return Verifier(json=RewardJson(parse=python_json.Parser(members=members)))(case)
