"""Changes to a `reason_code` that worked, each of which broke one thing."""

import re
from typing import Any

from candidates.reference.reason_code import (
    ALIASES,
    CODES,
    NAMES,
    WORDS,
    Containing,
    ReasonCode,
)
from tools.causes.wrong.making import candidate

Json = Any


# source: commit "return early without a reason": the check moved above the strip()
# differs: reason " ": "", not null
@candidate("reason_code")
def a_reason_of_white_space_is_not_null(case: Json) -> Json:
    """A reason of nothing but white space has the empty text for its code; it should be null.

    An empty reason and no reason are null as they should be.
    """
    if not case["reason"]:
        return {"reason_code": None}
    lowered = case["reason"].strip().lower()
    compact = "".join(filter(str.isalnum, lowered))
    underscored = re.sub(r"\s+", "_", lowered.replace("-", "_"))
    for form in (lowered, underscored):
        if form in CODES:
            return {"reason_code": form}
    code = ALIASES.get(compact) or ALIASES.get(underscored)
    code = code or Containing(NAMES)(compact) or Containing(WORDS)(lowered)
    return {"reason_code": code or underscored or lowered}


# source: commit "one compiled pattern in place of a loop over isalnum()": [^a-z0-9]
# differs: "Agent\u00e9TimeoutError": harbor_agent_timeout_error, not "agent\u00e9timeouterror"
@candidate("reason_code")
def only_ascii_letters_and_digits_are_compact(case: Json) -> Json:
    """Names of exceptions and aliases are looked for in the ASCII letters and digits alone.

    Letters and digits of other scripts should stay, and so keep a name apart.
    """

    def compact(lowered: str) -> str:
        return re.sub("[^a-z0-9]+", "", lowered)

    return ReasonCode(compact=compact)(case)


# source: commit "malformed rewards are parse errors": `and ... or` without the parentheses
# differs: "malformed task": harbor_reward_parse_error, not "malformed_task"
@candidate("reason_code")
def malformed_needs_no_reward(case: Json) -> Json:
    """A reason with malformed in it is harbor_reward_parse_error without reward in it too.

    It should need both. Rules that come before that of malformed decide before it as they should.
    """
    lowered = (case["reason"] or "").strip().lower()
    if not lowered:
        return {"reason_code": None}
    compact = "".join(filter(str.isalnum, lowered))
    underscored = "_".join(re.split(r"\s+", lowered.replace("-", "_")))
    for form in (lowered, underscored):
        if form in CODES:
            return {"reason_code": form}
    code = ALIASES.get(compact) or ALIASES.get(underscored) or Containing(NAMES)(compact)
    for words, found in WORDS.items():
        covers = all(word in lowered for word in words)
        if code is None and (covers or ("malformed" in words and "malformed" in lowered)):
            code = found
    return {"reason_code": code or underscored or lowered}


# source: commit "the column reason_code has 64 characters": a slice, after a failed insert
# differs: a reason of 65 letters that no rule covers: 64 of them, not 65
@candidate("reason_code")
def a_code_has_64_characters_at_most(case: Json) -> Json:
    """A code that is made of the whole reason is cut off after 64 characters; it should be whole.

    The rules look at the whole reason as they should.
    """
    return ReasonCode(otherwise=lambda lowered, underscored: (underscored or lowered)[:64])(case)


# source: commit "normalise once": the rules of words are given the underscored text
# differs: "connection refused": "connection_refused", not harbor_broker_connection_failed
@candidate("reason_code")
def words_are_looked_for_in_the_underscored_text(case: Json) -> Json:
    """Words are looked for in the text with underscores for white space and hyphens.

    They should be looked for in the lowered text. So "connection refused" and "connection reset",
    which have a space in them, are never found, and such a reason has its code by another rule,
    as with broker in it, or by none.
    """
    steps = ReasonCode()

    def by_words(lowered: str) -> Json:
        return Containing(WORDS)(steps.underscore(lowered))

    return ReasonCode(by_words=by_words)(case)
