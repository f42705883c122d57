"""Candidates of `reason_code` with one mistake each, from bug trackers."""

import re
from typing import Any

from candidates.reference.reason_code import NAMES, WORDS, Containing, ReasonCode, reason_code
from tools.causes.wrong.making import candidate

Json = Any


# source: stapi-spec/stapi-spec PR #242: one status is spelled canceled and another cancelled
# differs: "CanceledError": "cancelederror", not "harbor_cancelled_error"
@candidate("reason_code")
def canceled_with_one_l_is_unknown(case: Json) -> Json:
    """CanceledError, with one l, is not known as a name; only CancelledError is."""
    names = {words: code for words, code in NAMES.items() if words != ("cancelederror",)}
    return ReasonCode(by_name=Containing(names))(case)


# source: odysseus-dev/odysseus issue #2120: texts are matched anywhere, not as whole words
# differs: "rewards missing": "rewards_missing", not "harbor_reward_missing"
@candidate("reason_code")
def words_count_only_as_whole_words(case: Json) -> Json:
    """The words of the rules, as reward and missing, count only as whole words.

    A letter, a digit or an underscore next to one hides it. Names of exceptions are still
    found anywhere.
    """

    def has(text: str, word: str) -> bool:
        return re.search(rf"\b{word}\b", text) is not None

    return ReasonCode(by_words=Containing(WORDS, has=has))(case)


# source: alexeyco/binder PR #2: the error parser cuts a message at its first colon
# differs: "reward: missing": "reward", not "harbor_reward_missing"
@candidate("reason_code")
def a_reason_ends_at_its_first_colon(case: Json) -> Json:
    """Only what comes before the first colon of a reason counts; nothing there gives null."""
    reason = case["reason"]
    return reason_code({"reason": reason and reason.partition(":")[0]})


# source: scalar/scalar PR #9023: hyphens and spaces in a row are collapsed into one hyphen
# differs: "exit - status": "exit_status", not "exit___status"
@candidate("reason_code")
def hyphens_in_a_row_are_one_underscore(case: Json) -> Json:
    """A stretch of hyphens and white space gives one underscore.

    Each hyphen should give one of its own.
    """
    return ReasonCode(underscore=lambda lowered: re.sub(r"[-\s]+", "_", lowered))(case)


# source: disorderedmaterials/dissolve issue #1822: only the first line of a message is printed
# differs: "exit\nstatus": "exit", not "exit_status"
@candidate("reason_code")
def only_the_first_line_counts(case: Json) -> Json:
    """Only the first line of a reason counts, after white space around the reason is dropped.

    A line ends with U+000A.
    """
    reason = case["reason"]
    return reason_code({"reason": reason and reason.strip().partition("\n")[0]})
