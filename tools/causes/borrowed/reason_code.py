"""Candidates of `reason_code` with one mistake each."""

import re
from typing import Any

from candidates.reference.reason_code import NAMES, WORDS, Containing, ReasonCode
from tools.causes.wrong.making import candidate

Json = Any


# source: vamsithota123-jpg/pdf-to-json, normalize.ts: what is not a letter or digit of ASCII
#   becomes one underscore, and those at the ends are dropped
# differs: "exit code: 1": "exit_code_1", not "exit_code:_1"
@candidate("reason_code")
def all_else_than_letters_and_digits_is_an_underscore(case: Json) -> Json:
    """Each stretch of characters but ASCII letters and digits becomes one underscore.

    Those at the ends are dropped. Only hyphens and white space should be replaced, each hyphen by
    an underscore of its own.
    """

    def underscore(lowered: str) -> str:
        return re.sub(r"[^a-z0-9]+", "_", lowered).strip("_")

    return ReasonCode(underscore=underscore)(case)


# source: openclaw/openclaw PR #61293: the classifier of failures returns null for a message that no
#   pattern matches
# differs: "boom": null, not "boom"
@candidate("reason_code")
def a_reason_that_no_rule_covers_has_no_code(case: Json) -> Json:
    """A reason that no rule covers has the code null.

    It should be the whole text with underscores.
    """
    return ReasonCode(otherwise=lambda _lowered, _underscored: None)(case)


# source: openclaw/openclaw issue #11183 and mcdays94/nas-doctor issue #6: the words of a pattern
#   get word boundaries on both sides
# differs: "rewards missing": "rewards_missing", not "harbor_reward_missing"
@candidate("reason_code")
def words_have_to_stand_alone(case: Json) -> Json:
    r"""The words of the rules, such as reward and missing, count only as words of their own.

    They have a \b on both sides, where an underscore belongs to a word. They should count anywhere
    in the text. The names of exceptions, which are looked for in the compact text, are right.
    """

    def has(text: str, word: str) -> bool:
        return re.search(rf"\b{word}\b", text) is not None

    return ReasonCode(by_words=Containing(WORDS, has=has))(case)


# source: seomikewaltman/openclaw-secure PR #6: a message that begins with a capital was looked for
#   in lower case only
# differs: "Reward missing": "reward_missing", not "harbor_reward_missing"
@candidate("reason_code")
def words_are_looked_for_in_the_text_as_it_is(case: Json) -> Json:
    """The words of the rules, such as reward and missing, are looked for in the text as it came.

    It should be in lower case there, as it still is for the other rules and for the code itself.
    """
    by_words = Containing(WORDS)
    return ReasonCode(by_words=lambda _lowered: by_words(case["reason"].strip()))(case)


# source: Kong/lua-resty-events, utils.lua: an error is known by the word that its message ends in
# differs: "AgentTimeoutError: 5 s": the whole text, not "harbor_agent_timeout_error"
@candidate("reason_code")
def a_reason_has_to_end_in_the_name(case: Json) -> Json:
    """The names of exceptions, such as agenttimeouterror, decide only at the end of a reason.

    They should decide anywhere in its letters and digits.
    """
    return ReasonCode(by_name=Containing(NAMES, has=str.endswith))(case)
