"""Ports of `reason_code` with one mistake each."""

import re
from typing import Any

from candidates.reference.reason_code import WORDS, Containing, ReasonCode
from tools.causes.wrong.making import candidate

Json = Any


# source: jackzampolin/shelf, retry.py: what no rule covers is of the class "unknown"
# differs: "disk full": "unknown", not "disk_full"
@candidate("reason_code")
def other_reasons_are_unknown(case: Json) -> Json:
    """A reason that no rule covers has the code "unknown", not one made of its text."""

    def unknown(_lowered: str, _underscored: str) -> str:
        return "unknown"

    return ReasonCode(otherwise=unknown)(case)


# source: vshulcz/deja-vu issue #729: a list of substrings is matched with regard to case, so that
#   curl's "Connection refused" is missed
# differs: "Connection refused": "connection_refused", not "harbor_broker_connection_failed"
@candidate("reason_code")
def words_are_matched_with_their_case(case: Json) -> Json:
    """The words that decide together are looked for in the reason as it is written, not lowered.

    Codes, aliases, names of exceptions and the code made of a text are as they should be.
    """
    reason = case["reason"]

    def by_words(_lowered: str) -> Json:
        return Containing(WORDS)(reason.strip())

    return ReasonCode(by_words=by_words)(case)


# source: getsentry/sentry PR #74040: the category of an error is looked up by the first line of
#   its text
# differs: "reward\nmissing": "reward", not "harbor_reward_missing"
@candidate("reason_code")
def only_the_first_line_is_read(case: Json) -> Json:
    """Only the first line of a reason that is not blank is read; a line ends at a line feed."""

    def first_line(reason: str) -> str:
        return reason.strip().split("\n", 1)[0].strip()

    return ReasonCode(trim=first_line)(case)


# source: thecrow1304/mdcc_mqtt_to_ha, utils.py: each run of what is not a to z or 0 to 9 becomes
#   one underscore, and those at the ends are dropped
# differs: "exit code: 1": "exit_code_1", not "exit_code:_1"
@candidate("reason_code")
def other_characters_become_underscores(case: Json) -> Json:
    """In the underscored text each run of characters other than a-z and 0-9 is one underscore.

    Underscores at its ends are dropped. It should have an underscore only for each hyphen and
    each stretch of white space.
    """

    def slug(lowered: str) -> str:
        return re.sub("[^a-z0-9]+", "_", lowered).strip("_")

    return ReasonCode(underscore=slug)(case)


# source: kubernetes/test-infra, gubernator's regex.py: words are looked for between word boundaries
# differs: "rewards missing": "rewards_missing", not "harbor_reward_missing"
@candidate("reason_code")
def only_whole_words_decide(case: Json) -> Json:
    """The words that decide together count only as whole words, between word boundaries.

    So "rewards", "reward_file" and "parser" do not count as "reward" and "parse".
    """

    def has(text: str, word: str) -> bool:
        return re.search(rf"\b{word}\b", text) is not None

    return ReasonCode(by_words=Containing(WORDS, has=has))(case)
