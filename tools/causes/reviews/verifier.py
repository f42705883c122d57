"""Mistakes in `verifier`."""

from typing import Any

from candidates.reference import python_float
from candidates.reference.verifier import (
    RewardJson,
    RewardText,
    Verifier,
    only_reward,
    rewards_of,
    text_of,
)
from candidates.reference.verifier import verifier as right
from tools.causes.wrong.making import RewardFileEmptyError, candidate

Json = Any


# source: PrimeIntellect-ai/verifiers, pull requests 1401 and 1674: HarborEnv takes reward.txt first
# differs: reward.txt "1" and reward.json {"reward": 0}: {"reward": 1.0}, not {"reward": 0}
@candidate("verifier")
def reward_txt_wins_over_reward_json(case: Json) -> Json:
    """Where both files exist, reward.txt is read and reward.json is ignored."""
    if case["reward.txt"] is not None:
        return right(case | {"reward.json": None})
    return right(case)


# source: PrimeIntellect-ai/verifiers, pull request 1401: `if [ -s /logs/verifier/reward.json ]`
# differs: reward.txt "1" and reward.json of no bytes: {"reward": 1.0}, not RewardFileEmptyError
@candidate("verifier")
def empty_reward_json_counts_as_absent(case: Json) -> Json:
    """A reward.json of no bytes is passed over as if it did not exist."""
    return right(case | {"reward.json": case["reward.json"] or None})


# source: auto-harness, TerminalBenchRunner: `float(rewards.get("reward", 0.0))`
# differs: reward.json {"speed": 0.5}: {"reward": 0.0}, not {"speed": 0.5}
@candidate("verifier")
def only_the_member_named_reward_is_kept(case: Json) -> Json:
    """Of reward.json only the member "reward" is kept, which is 0.0 where it is absent."""

    def rewards(value: Json, number: Json) -> Json:
        read = rewards_of(value, number)
        return read if read is None else only_reward(read.get("reward", 0.0))

    return Verifier(json=RewardJson(rewards=rewards))(case)


# source: an emptiness check on the stripped text: `if not path.read_text().strip()`
# differs: reward.txt of one line break: RewardFileEmptyError, not VerifierOutputParseError
@candidate("verifier")
def file_of_only_white_space_counts_as_empty(case: Json) -> Json:
    """A reward file that holds nothing but white space is reported as empty."""

    def decode(content: bytes) -> str:
        text = text_of(content)
        if not text.strip():
            raise RewardFileEmptyError
        return text

    return Verifier(text=RewardText(decode=decode), json=RewardJson(decode=decode))(case)


# source: defensive parsing as in langchain-ai/deepagents, pull request 2115: fall back to 0.0
# differs: reward.txt "pass": {"reward": 0.0}, not VerifierOutputParseError
@candidate("verifier")
def unreadable_number_in_reward_txt_is_zero(case: Json) -> Json:
    """A reward.txt that holds no number gives a reward of 0.0 instead of an error."""

    def parse(text: str) -> float:
        number = python_float.parse(text)
        return 0.0 if number is None else number

    return Verifier(text=RewardText(parse=parse))(case)


# source: hud-evals/hud-python, pull request 516: `if isinstance(data, int | float): return`
# differs: reward.json 0.5: {"reward": 0.5}, not ValidationError
@candidate("verifier")
def bare_number_in_reward_json_is_the_reward(case: Json) -> Json:
    """A reward.json that is a bare number is taken as the reward instead of refused."""

    def rewards(value: Json, number: Json) -> Json:
        bare = isinstance(value, int | float) and not isinstance(value, bool)
        return only_reward(value) if bare else rewards_of(value, number)

    return Verifier(json=RewardJson(rewards=rewards))(case)
