"""Ports of `reason_code` with one mistake each."""

import re
from typing import Any

from candidates.reference.reason_code import NAMES, WORDS, Containing, ReasonCode
from tools.causes.wrong.making import candidate

Json = Any


# source: vellum-ai/vellum-assistant PR #5599: a rule that covers more is tried before one that
#   says more, so errors get the code of the wrong one
# differs: "AgentTimeoutError: connection reset": harbor_broker_connection_failed, not
#   harbor_agent_timeout_error
@candidate("reason_code")
def words_come_before_names(case: Json) -> Json:
    """The rules for words (broker, reward, submission) come before those for exceptions' names.

    Codes and aliases still come before both.
    """
    text = (case["reason"] or "").strip().lower()
    words, names = Containing(WORDS), Containing(NAMES)
    return ReasonCode(by_name=lambda compact: words(text) or names(compact))(case)


# source: uselagoon/lagoon PR #2455: JavaScript's replace() replaces the first occurrence only
# differs: "exit-code-1": "exit_code-1", not "exit_code_1"
@candidate("reason_code")
def only_the_first_hyphen_is_replaced(case: Json) -> Json:
    """Only the first hyphen of a reason becomes an underscore; white space all does."""

    def underscored(lowered: str) -> str:
        return re.sub(r"\s+", "_", lowered.replace("-", "_", 1))

    return ReasonCode(underscore=underscored)(case)


# source: aws/aws-durable-execution-sdk-rust issue #66: an error is looked for in the wrong case,
#   so it is never found
# differs: "Connection refused": "connection_refused", not harbor_broker_connection_failed
@candidate("reason_code")
def words_have_to_be_in_small_letters(case: Json) -> Json:
    """The rules for words look into the reason as it is written; capitals hide a word from them.

    Codes, aliases and exceptions' names are found in any case.
    """
    text = (case["reason"] or "").strip()
    return ReasonCode(by_words=lambda _: Containing(WORDS)(text))(case)


# source: circleci/circleci-docs PR #7412: a status is looked for as "cancelled", but is "canceled"
# differs: "CanceledError: x": "cancelederror:_x", not harbor_cancelled_error
@candidate("reason_code")
def canceled_has_two_ls(case: Json) -> Json:
    """The name CanceledError, with one l, is not found in a reason; with two it is."""
    names = {rule: code for rule, code in NAMES.items() if rule != ("cancelederror",)}
    return ReasonCode(by_name=Containing(names))(case)


# source: mattermost/mattermost-webapp PR #1417: a pattern that ends in \b misses words that an
#   underscore follows
# differs: "reward_missing": "reward_missing", not harbor_reward_missing
@candidate("reason_code")
def words_have_to_stand_alone(case: Json) -> Json:
    r"""The rules for words find only whole words, between two \b of a regular expression.

    A letter, digit or underscore next to a word hides it.
    """

    def has(text: str, word: str) -> bool:
        return re.search(rf"\b{re.escape(word)}\b", text) is not None

    return ReasonCode(by_words=Containing(WORDS, has=has))(case)
