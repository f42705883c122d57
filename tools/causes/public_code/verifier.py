"""Mistakes in `verifier` that public code makes."""

from typing import Any

from candidates.reference import lax_number, python_float, python_json
from candidates.reference.verifier import RewardJson, RewardText, Verifier, rewards_of
from tools.causes.wrong.making import candidate

Json = Any


# source: PrimeIntellect-ai/verifiers, pull request 2152: the name reward alone is returned
# differs: {"reward": 1, "speed": 0.5} in reward.json: {"reward": 1}, not both names
@candidate("verifier")
def names_beside_reward_are_dropped(case: Json) -> Json:
    """A reward.json with the name reward gives that name alone."""

    def rewards(value: Json, number: Json) -> Json:
        made = rewards_of(value, number)
        return {"reward": made["reward"]} if made and "reward" in made else made

    return Verifier(json=RewardJson(rewards=rewards))(case)


# source: BaseIntelligence/bounty-challenge, issue 70: a text that starts with 1 has passed
# differs: reward.txt of 10: {"reward": 1.0}, not {"reward": 10.0}
@candidate("verifier")
def text_that_starts_with_1_is_a_reward_of_1(case: Json) -> Json:
    """A reward.txt whose text starts with the digit 1 gives a reward of 1.0."""

    def parse(text: Json) -> Json:
        return 1.0 if text.strip().startswith("1") else python_float.parse(text)

    return Verifier(text=RewardText(parse=parse))(case)


# source: morluto/jacobian, pull request 831: records with a name twice are rejected
# differs: {"reward": 0, "reward": 1} in reward.json: VerifierOutputParseError, not {"reward": 1}
@candidate("verifier")
def name_that_comes_twice_is_an_error(case: Json) -> Json:
    """A reward.json with an object that has a name twice cannot be parsed."""

    def members(pairs: Json) -> Json:
        if len(dict(pairs)) < len(pairs):
            message = "a name comes twice"
            raise ValueError(message)
        return dict(pairs)

    return Verifier(json=RewardJson(parse=python_json.Parser(members=members)))(case)


# source: aisa-group/PostTrainBench, pull request 68: messages stand before the number; tail -n 1
# differs: reward.txt of a line "warning" and a line "1": {"reward": 1.0}, not an error
@candidate("verifier")
def last_line_of_reward_txt_is_the_reward(case: Json) -> Json:
    """Only the last line of reward.txt is read, so that lines before it do no harm."""

    def parse(text: Json) -> Json:
        return python_float.parse(text.rstrip().rpartition("\n")[2])

    return Verifier(text=RewardText(parse=parse))(case)


# source: readers in JavaScript, where JSON.parse makes each number a binary64
# differs: {"reward": 9007199254740993} in reward.json: 9007199254740992.0, not the same integer
@candidate("verifier")
def large_integer_is_rounded_to_a_binary64(case: Json) -> Json:
    """An integer beyond 2**53 in reward.json is rounded to the nearest binary64, infinity too."""

    def number(value: Json) -> Json:
        made = lax_number.convert(value)
        return float(str(made)) if isinstance(made, int) and abs(made) > 2**53 else made

    return Verifier(json=RewardJson(number=number))(case)
