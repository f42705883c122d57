"""Ports of `reason_code` that break one rule each."""

import re
from typing import Any

from candidates.reference.reason_code import (
    CODES,
    NAMES,
    WORDS,
    ByAlias,
    Containing,
    OneOf,
    ReasonCode,
    letters_and_digits,
    reason_code,
    with_underscores,
)
from tools.causes.wrong.making import candidate

Json = Any


# source: spec/000 §1: `if "reward" in lowered and ("parse" in lowered or "malformed")`, of which
#   the second half is true of any text
# differs: "reward was low": harbor_reward_parse_error, not reward_was_low
@candidate("reason_code")
def reward_alone_is_a_parse_error(case: Json) -> Json:
    """A reason with reward in it is harbor_reward_parse_error, with any other words.

    It should need parse or malformed too. The rules before it, those of missing and of empty
    among them, still decide first.
    """
    rules = {
        words[:1] if words == ("reward", "parse") else words: code
        for words, code in WORDS.items()
        if words != ("reward", "malformed")
    }
    return ReasonCode(by_words=Containing(rules))(case)


# source: facts/reason-code.md rule 2: "Three forms of the stripped text: lowered, compact (its
#   characters for which …), underscored": the last two made of the stripped text itself
# differs: "AgentTimeoutError": AgentTimeoutError, not harbor_agent_timeout_error
@candidate("reason_code")
def two_of_the_forms_keep_capitals(case: Json) -> Json:
    """The compact and the underscored form are made of the text with its capital letters.

    They should be made of the lowered text. So aliases and names of exceptions are found only in
    small letters, and a reason that no rule covers keeps its capitals.
    """
    text = (case["reason"] or "").strip()
    if not text:
        return {"reason_code": None}
    lowered, compact, underscored = text.lower(), letters_and_digits(text), with_underscores(text)
    code = (
        OneOf()(lowered, underscored)
        or ByAlias()(compact, underscored)
        or Containing(NAMES)(compact)
        or Containing(WORDS)(lowered)
    )
    return {"reason_code": code or underscored or lowered}


# source: facts/reason-code.md rule 2: "hyphens become underscores, then what str.split() splits on
#   becomes one underscore": one regular expression for both
# differs: "a - b": a_b, not a___b
@candidate("reason_code")
def hyphens_and_spaces_in_a_row_are_one_underscore(case: Json) -> Json:
    """A stretch of hyphens and white space becomes one underscore.

    Each hyphen should become one of its own, in addition to those of the stretches of white space.
    """

    def underscore(lowered: str) -> str:
        return re.sub(r"[-\s]+", "_", lowered)

    return ReasonCode(underscore=underscore)(case)


# source: JavaScript, Go and Ruby: `[^a-z0-9]` (or \W) for facts/reason-code.md rule 2
#   "str.isalnum()", since \w is ASCII's there
# differs: "agenté timeouterror": harbor_agent_timeout_error, not agenté_timeouterror
@candidate("reason_code")
def only_ascii_is_compact(case: Json) -> Json:
    """The compact form has only ASCII's letters and digits; it should have those of all scripts.

    So letters outside ASCII do not keep the parts of an exception's name or of an alias apart.
    """

    def compact(lowered: str) -> str:
        return re.sub("[^a-z0-9]", "", lowered)

    return ReasonCode(compact=compact)(case)


# source: spec/000 §1 "An independent runner MUST emit codes from this set": an enum with a default
# differs: "disk full": harbor_trial_failed, not disk_full
@candidate("reason_code")
def other_reasons_are_harbor_trial_failed(case: Json) -> Json:
    """A reason that no rule covers has the code harbor_trial_failed.

    It should have its own text with underscores for a code. Blank reasons rightly have none.
    """
    code = reason_code(case)["reason_code"]
    return {"reason_code": code if code is None or code in CODES else "harbor_trial_failed"}
