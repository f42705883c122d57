"""Second versions of `reason_code` with one mistake each."""

import re
from typing import Any

from candidates.reference.reason_code import (
    CODES,
    NAMES,
    WORDS,
    Containing,
    OneOf,
    ReasonCode,
    with_underscores,
)
from tools.causes.wrong.making import candidate

Json = Any


# source: a migration to codes with a prefix: old ones are looked up as `f"harbor_{code}"`
# differs: "Trial failed": harbor_trial_failed, not trial_failed
@candidate("reason_code")
def a_code_may_lack_its_prefix(case: Json) -> Json:
    """A reason that with underscores is a code but for the prefix `harbor_` gives this code."""

    def by_code(lowered: str, underscored: str) -> Json:
        prefixed = f"harbor_{underscored}"
        return OneOf()(lowered, underscored) or (prefixed if prefixed in CODES else None)

    return ReasonCode(by_code=by_code)(case)


# source: a chain of `if name in text` made one `re.search("a|b|c", text)`, which finds the leftmost
# differs: "AgentTimeoutError, then CancelledError": harbor_agent_timeout_error, not
#   harbor_cancelled_error
@candidate("reason_code")
def the_leftmost_name_of_an_exception_decides(case: Json) -> Json:
    """Where a reason contains several names of exceptions, the first one in the text decides.

    The first in the order of the rules should.
    """

    def leftmost(rules: Json, text: str) -> Json:
        return min(rules, key=lambda rule: text.find(rule[0]))

    return ReasonCode(by_name=Containing(NAMES, decides=leftmost))(case)


# source: reasons that became whole tracebacks, of which `text.strip().split("\n")[-1]` is the
#   message
# differs: "Broker connection lost\nexit 1": exit_1, not harbor_broker_connection_failed
@candidate("reason_code")
def only_the_last_line_is_read(case: Json) -> Json:
    r"""Of a reason with several lines only the last is read, and stripped again.

    The lines are those separated by \n that are left once the reason is stripped.
    """
    return ReasonCode(trim=lambda reason: reason.strip().split("\n")[-1].strip())(case)


# source: slugs as of Django's `slugify` and many others, which collapse `[-\s]+` into one separator
# differs: "exit - 1": exit_1, not exit___1
@candidate("reason_code")
def hyphens_and_spaces_make_one_underscore_together(case: Json) -> Json:
    """A stretch of hyphens and white space in any mixture becomes one underscore.

    Each hyphen should give its own, apart from those of the white space.
    """
    return ReasonCode(underscore=lambda lowered: re.sub(r"[-\s]+", "_", lowered))(case)


# source: a refactoring that normalises a text once, and matches all rules against that one form
# differs: "Connection refused": connection_refused, not harbor_broker_connection_failed
@candidate("reason_code")
def words_are_looked_for_in_the_underscored_text(case: Json) -> Json:
    """The rules of words look in the form with underscores.

    So those with a space, `connection refused` and `connection reset`, never cover a reason.
    """
    return ReasonCode(by_words=lambda lowered: Containing(WORDS)(with_underscores(lowered)))(case)
