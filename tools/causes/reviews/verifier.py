"""Mistakes in `verifier`."""

from typing import Any

from candidates.reference import python_float
from candidates.reference.verifier import (
    RewardJson,
    RewardText,
    Verifier,
    only_reward,
    rewards_of,
)
from tools.causes.wrong.making import candidate

Json = Any


# source: auto-harness, TerminalBenchRunner: `float(rewards.get("reward", 0.0))`
# differs: reward.json {"speed": 0.5}: {"reward": 0.0}, not {"speed": 0.5}
@candidate("verifier")
def only_the_member_named_reward_is_kept(case: Json) -> Json:
    """Of reward.json only the member "reward" is kept, which is 0.0 where it is absent."""

    def rewards(value: Json, number: Json) -> Json:
        read = rewards_of(value, number)
        return read if read is None else only_reward(read.get("reward", 0.0))

    return Verifier(json=RewardJson(rewards=rewards))(case)


# source: defensive parsing as in langchain-ai/deepagents, pull request 2115: fall back to 0.0
# differs: reward.txt "pass": {"reward": 0.0}, not VerifierOutputParseError
@candidate("verifier")
def unreadable_number_in_reward_txt_is_zero(case: Json) -> Json:
    """A reward.txt that holds no number gives a reward of 0.0 instead of an error."""

    def parse(text: str) -> float:
        number = python_float.parse(text)
        return 0.0 if number is None else number

    return Verifier(text=RewardText(parse=parse))(case)
