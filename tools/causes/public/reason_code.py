"""Mistakes in `reason_code` that people make."""

import re
from typing import Any

from candidates.reference.reason_code import WORDS, Containing, ReasonCode
from tools.causes.wrong.making import candidate


# source: the table of spec/000 section 1: RewardFileNotFoundError, "No reward file found" ->
#   harbor_reward_missing
# differs: "No reward file found at /logs/verifier/reward.txt": harbor_reward_missing, not the
#   text itself
@candidate("reason_code")
def reward_not_found_is_missing(case: Any) -> Any:
    """A reward that was not found has the code of a missing one, as the table in the text says."""
    rules = {**WORDS, ("no reward file found",): "harbor_reward_missing"}
    rules[("rewardfilenotfounderror",)] = "harbor_reward_missing"
    return ReasonCode(by_words=Containing(rules))(case)


# source: the snippet of spec/000 section 1 copied: `"reward" in lowered and ("parse" in lowered
#   or "malformed")`,
# whose last operand is always true
# differs: "reward out of range": harbor_reward_parse_error, not reward_out_of_range
@candidate("reason_code")
def any_other_reward_text_is_a_parse_error(case: Any) -> Any:
    """Every text with "reward" that is neither missing nor empty is a parse error."""
    rules: dict[Any, str] = {}
    for words, code in WORDS.items():
        rules[("reward",) if words == ("reward", "parse") else words] = code
    return ReasonCode(by_words=Containing(rules))(case)


# source: a habit: \breward\b and \bmissing\b, or `word in text.split()`, so that words are whole
# differs: "RewardFileEmptyError": rewardfileemptyerror, not harbor_reward_empty
@candidate("reason_code")
def only_whole_words_decide(case: Any) -> Any:
    """The words of the rules must stand as whole words, not inside others."""

    def has(text: str, word: str) -> bool:
        return re.search(rf"\b{re.escape(word)}\b", text) is not None

    return ReasonCode(by_words=Containing(WORDS, has=has))(case)


# source: a habit of slugs: re.sub(r"[^a-z0-9]+", "_", text.lower()).strip("_")
# differs: "exit code: 137 (OOM)": exit_code_137_oom, not exit_code:_137_(oom)
@candidate("reason_code")
def slug_of_the_text(case: Any) -> Any:
    """Every stretch of anything but letters and digits becomes one underscore, none at the ends."""

    def slug(lowered: str) -> str:
        return re.sub(r"[^a-z0-9]+", "_", lowered).strip("_")

    return ReasonCode(underscore=slug)(case)
