"""Ports of `reason_code` with one mistake each."""

import re
from typing import Any

from candidates.reference.reason_code import (
    NAMES,
    WORDS,
    Containing,
    ReasonCode,
    reason_code,
    whole_text,
)
from tools.causes.wrong.making import candidate

Json = Any


# source: public slug helpers, such as slugify in a logging tool: each stretch of anything but a-z
#   and 0-9 becomes one underscore, and none stays at the ends (stored file 56314889424)
# differs: "Docker: exit 1": docker_exit_1, not docker:_exit_1
@candidate("reason_code")
def the_underscored_form_is_a_slug(case: Json) -> Json:
    """The form with underscores has one for each stretch of characters but a-z and 0-9.

    None stays at its ends. This form is what is looked up among codes and aliases and what is given
    at the end; where nothing is left, the reason in lower case is given.
    """

    def slug(lowered: str) -> str:
        return re.sub(r"[^a-z0-9]+", "_", lowered).strip("_")

    return ReasonCode(underscore=slug)(case)


# source: a public summary of Harbor trials, exception_label: of a message only its first line is
#   kept (stored file 55073130056)
# differs: "it failed\nreward missing": it_failed, not harbor_reward_missing
@candidate("reason_code")
def only_the_first_line_is_read(case: Json) -> Json:
    """Of a reason of several lines only the first that is not blank is read.

    Lines end where ``str.splitlines`` ends them.
    """

    def trim(reason: str) -> str:
        return next(iter(reason.strip().splitlines()), "").strip()

    return ReasonCode(trim=trim)(case)


# source: a public reflection service, _error_category: a category is cut after 64 characters
#   (stored file 68890727891)
# differs: a reason of 70 times "a": 64 of them, not 70
@candidate("reason_code")
def a_text_is_cut_after_64_characters(case: Json) -> Json:
    """A reason that no rule covers gives only the first 64 characters of its text."""

    def otherwise(lowered: str, underscored: str) -> str:
        return whole_text(lowered, underscored)[:64]

    return ReasonCode(otherwise=otherwise)(case)


# source: public classifiers of network errors, which look for "Connection refused" and the like in
#   the message as it is written (stored file 22296502929)
# differs: "Connection refused": connection_refused, not harbor_broker_connection_failed
@candidate("reason_code")
def words_are_looked_for_as_written(case: Json) -> Json:
    """The words that decide together are looked for in the reason and not in its lower case.

    A word with a capital letter is not found. Codes, aliases and names are as they should be.
    """
    reason = case["reason"]
    if reason is None:
        return reason_code(case)
    words = Containing(WORDS)
    return ReasonCode(by_words=lambda _lowered: words(reason.strip()))(case)


# source: a public classifier of failures, classify_exception: "timeout" or "timed out" anywhere in
#   a message makes it a timeout, before all other words (stored file 9523313741)
# differs: "request timed out": harbor_agent_timeout_error, not request_timed_out
@candidate("reason_code")
def any_timeout_is_the_agent_s(case: Json) -> Json:
    """A reason with "timeout" or "timed out" that no name covers is an agent's timeout.

    That is looked for among the letters and digits, after the names of exceptions and before
    the words.
    """
    timeouts: Json = dict.fromkeys([("timeout",), ("timedout",)], "harbor_agent_timeout_error")
    return ReasonCode(by_name=Containing({**NAMES, **timeouts}))(case)
