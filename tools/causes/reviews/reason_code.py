"""Mistakes in `reason_code`."""

from typing import Any

from candidates.reference.reason_code import WORDS, Containing, ReasonCode
from tools.causes.wrong.making import candidate

Json = Any


# source: a loop over rules without a `break`: each rule that fits overwrites the code
# differs: "reward missing or empty": "harbor_reward_empty", not "harbor_reward_missing"
@candidate("reason_code")
def last_rule_that_fits_decides(case: Json) -> Json:
    """Of several rules of words that fit, the last one gives the code instead of the first."""

    def last(rules: Json, _text: str) -> Json:
        return rules[-1]

    return ReasonCode(by_words=Containing(WORDS, decides=last))(case)


# source: the table in the spec of agent-challenge: "No reward file found" is harbor_reward_missing
# differs: "No reward file found": "harbor_reward_missing", not "no_reward_file_found"
@candidate("reason_code")
def reward_that_is_not_found_is_missing(case: Json) -> Json:
    """A reason that has "reward" and "found" in it gets the code of a missing reward."""
    rules = {**WORDS, ("reward", "found"): "harbor_reward_missing"}
    return ReasonCode(by_words=Containing(rules))(case)
