"""Habits of public code that sorts failures by their messages that are wrong for `reason_code`."""

import re
from typing import Any

from candidates.reference.reason_code import (
    ALIASES,
    CODES,
    NAMES,
    WORDS,
    Containing,
    ReasonCode,
    letters_and_digits,
    reason_code,
    with_underscores,
)
from tools.causes.wrong.making import candidate

Json = Any


# source: thecrow1304/mdcc_mqtt_to_ha, app/utils.py: re.sub(r"[^a-z0-9]+", "_", ...).strip("_")
# differs: "exit: 1": "exit_1", not "exit:_1"
@candidate("reason_code")
def the_underscored_form_is_a_slug(case: Json) -> Json:
    """In the underscored form each stretch of other than a-z and 0-9 is one underscore.

    None is left at the ends. It should have an underscore for each hyphen and each stretch of
    white space, and everything else as it is. This form decides on codes and aliases too.
    """
    text = (case["reason"] or "").strip()
    if not text:
        return {"reason_code": None}
    lowered = text.lower()
    compact = letters_and_digits(lowered)
    slug = re.sub(r"[^a-z0-9]+", "_", lowered).strip("_")
    of_words = Containing(NAMES)(compact) or Containing(WORDS)(lowered)
    code = ALIASES.get(compact) or ALIASES.get(slug) or of_words or slug or lowered
    return {"reason_code": next((form for form in (lowered, slug) if form in CODES), code)}


# source: a classifyFailure with TIMEOUT_PATTERNS, /timed?\s*out/i and /timeout/i (repository not
#   named)
# differs: "command timed out": harbor_agent_timeout_error, not "command_timed_out"
@candidate("reason_code")
def any_timeout_is_the_agents(case: Json) -> Json:
    """A reason that no rule covers and that speaks of a timeout is harbor_agent_timeout_error.

    It speaks of one with timeout, time out or timed out in it, in any case and with any white
    space. It should be its own underscored form.
    """

    def otherwise(lowered: str, underscored: str) -> Json:
        if re.search(r"timed?\s*out", lowered):
            return "harbor_agent_timeout_error"
        return underscored or lowered

    return ReasonCode(otherwise=otherwise)(case)


# source: classifiers of messages whose patterns have \b around each word, as
#   /\b(?:timed out|timeout|deadline exceeded)\b/i (kind of code)
# differs: "disconnection of the broker": "disconnection_of_the_broker", not
#   harbor_broker_connection_failed
@candidate("reason_code")
def the_words_of_rules_are_whole_words(case: Json) -> Json:
    r"""The words of rules must be whole words of the text, with \b at both ends.

    They should count in the middle of other words too. That concerns the rules for broker and
    connection, reward and submission, not the names of exceptions.
    """

    def has(text: str, word: str) -> bool:
        return re.search(rf"\b{re.escape(word)}\b", text) is not None

    return ReasonCode(by_words=Containing(WORDS, has=has))(case)


# source: summaries of failures that take the exception's name before the first colon,
#   message.split(":")[0] (kind of code)
# differs: "RuntimeError: reward missing": "runtimeerror", not harbor_reward_missing
@candidate("reason_code")
def only_what_stands_before_a_colon_counts(case: Json) -> Json:
    """Only the reason up to its first colon is looked at; it should be all of it.

    A reason with nothing but white space before a colon is looked at as a whole.
    """
    reason = case["reason"]
    head = (reason or "").split(":", 1)[0]
    return reason_code({"reason": head if head.strip() else reason})


# source: classifiers of messages with one `if (message.includes(...)) code = ...` after the other,
#   without else or return (kind of code: failure taxonomies)
# differs: "reward missing or empty": harbor_reward_empty, not harbor_reward_missing
@candidate("reason_code")
def the_last_rule_of_words_wins(case: Json) -> Json:
    """Of several rules for words that cover a reason the last decides; the first should.

    The rules for words are those of connections, rewards and submissions, in this order; names of
    exceptions still come before them, and the first of those wins.
    """
    text = (case["reason"] or "").strip()
    if not text:
        return {"reason_code": None}
    lowered = text.lower()
    compact, underscored = letters_and_digits(lowered), with_underscores(lowered)
    code: Json = underscored or lowered
    for words, of_words in WORDS.items():
        if all(word in lowered for word in words):
            code = of_words
    for (name,), of_name in reversed(list(NAMES.items())):
        if name in compact:
            code = of_name
    code = ALIASES.get(compact) or ALIASES.get(underscored) or code
    return {"reason_code": next((form for form in (lowered, underscored) if form in CODES), code)}
