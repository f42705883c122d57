"""Versions of `reason_code` that one commit broke."""

import re
from typing import Any

from candidates.reference.reason_code import WORDS, Containing, ReasonCode, whole_text
from tools.causes.wrong.making import candidate

Json = Any


# source: commit "tidy the regular expression": hyphens and white space are one class of characters
# differs: "a - b": "a_b", not "a___b"
@candidate("reason_code")
def runs_of_hyphens_are_one_underscore(case: Json) -> Json:
    """A stretch of hyphens and white space becomes one underscore.

    Each hyphen should become one of its own, and so each stretch of white space next to it.
    """
    return ReasonCode(underscore=lambda lowered: re.sub(r"[-\s]+", "_", lowered))(case)


# source: commit "avoid false matches": the words of the rules are matched as whole words
# differs: "rewards missing": "rewards_missing", not "harbor_reward_missing"
@candidate("reason_code")
def words_are_whole_words(case: Json) -> Json:
    r"""The words of the rules have to stand alone, between ends of words (``\b``).

    They should count in the middle of others too. Names of exceptions still do.
    """

    def has(text: str, word: str) -> bool:
        return re.search(rf"\b{word}\b", text) is not None

    return ReasonCode(by_words=Containing(WORDS, has=has))(case)


# source: commit "sort the tables": the rules are in alphabetical order
# differs: "reward missing or empty": "harbor_reward_empty", not "harbor_reward_missing"
@candidate("reason_code")
def the_rules_are_sorted(case: Json) -> Json:
    """The rules of words are tried in alphabetical order of their words.

    Of those with "reward" the order is empty, malformed, missing, parse; it should be missing,
    empty, parse, malformed.
    """
    return ReasonCode(by_words=Containing(dict(sorted(WORDS.items()))))(case)


# source: commit "limit the length of codes": a column of the database has 100 characters
# differs: 101 times "x": 100 times "x", not 101 times
@candidate("reason_code")
def long_codes_are_cut(case: Json) -> Json:
    """A code made of the reason's own text, because no rule applies, has 100 characters at most.

    What follows is cut off.
    """

    def otherwise(lowered: str, underscored: str) -> str:
        return whole_text(lowered, underscored)[:100]

    return ReasonCode(otherwise=otherwise)(case)


# source: commit "keep tracebacks out of summaries": only the first line of a reason is used
# differs: "a\nb": "a", not "a_b"
@candidate("reason_code")
def only_the_first_line_counts(case: Json) -> Json:
    """Only the first line of the stripped reason is looked at, up to any of str.splitlines' ends.

    White space at the end of that line is dropped.
    """

    def trim(reason: str) -> str:
        return "".join(reason.strip().splitlines()[:1]).strip()

    return ReasonCode(trim=trim)(case)
