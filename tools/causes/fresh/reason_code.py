"""Mistakes in `reason_code`, written without the catalogue."""

import re
from typing import Any

from candidates.reference.reason_code import WORDS, Containing, OneOf, ReasonCode
from tools.causes.wrong.making import candidate


# source: lee-to/aif-handoff pull request #64: general patterns were tried before specific ones
# differs: "AgentTimeoutError: connection reset": harbor_broker_connection_failed, not
#   harbor_agent_timeout_error
@candidate("reason_code")
def words_are_tried_before_names(case: Any) -> Any:
    """The rules of words are tried before the names of exceptions within a text."""
    by_words = Containing(WORDS)

    def by_code(lowered: str, underscored: str) -> Any:
        return OneOf()(lowered, underscored) or by_words(lowered)

    return ReasonCode(by_code=by_code)(case)


# source: akutishevsky/nutrition-mcp #82: a name in its own case was sought in the lowered text
# differs: "AgentTimeoutError: 600 s": agenttimeouterror:_600_s, not harbor_agent_timeout_error
@candidate("reason_code")
def names_within_a_text_are_never_found(case: Any) -> Any:
    """A name of an exception decides only as the whole text, never within a longer one."""
    return ReasonCode(by_name=lambda _: None)(case)


# source: a habit of Python: text.replace("-", "_").replace(" ", "_")
# differs: "exit  code": exit__code, not exit_code
@candidate("reason_code")
def each_space_is_an_underscore(case: Any) -> Any:
    """Each space becomes an underscore of its own, and other white space stays."""
    underscore = lambda lowered: lowered.replace("-", "_").replace(" ", "_")  # noqa: E731
    return ReasonCode(underscore=underscore)(case)


# source: mutant: re.sub(r"-|\s+", …) becomes re.sub(r"[-\s]+", …)
# differs: "build - failed": build_failed, not build___failed
@candidate("reason_code")
def hyphens_and_spaces_are_one_underscore(case: Any) -> Any:
    """A stretch of hyphens and white space becomes a single underscore."""
    return ReasonCode(underscore=lambda lowered: re.sub(r"[-\s]+", "_", lowered))(case)


# source: mutant: the class [\W_] becomes \W, as of re.sub(r"\W+", "", text)
# differs: "agent_timeout_error after 600 s": agent_timeout_error_after_600_s, not
#   harbor_agent_timeout_error
@candidate("reason_code")
def underscores_stay_in_the_compact_form(case: Any) -> Any:
    """The form in which names are sought keeps underscores."""
    return ReasonCode(compact=lambda lowered: re.sub(r"\W", "", lowered))(case)


# source: mutant: an operand of `"broker" in lowered and "connection" in lowered` is dropped
# differs: "Database connection pool is full": harbor_broker_connection_failed, not
#   database_connection_pool_is_full
@candidate("reason_code")
def any_connection_is_the_brokers(case: Any) -> Any:
    """Every text with the word connection is a failed connection to the broker."""
    rules: dict[Any, str] = {}
    for words, code in WORDS.items():
        rules[("connection",) if words == ("broker", "connection") else words] = code
    return ReasonCode(by_words=Containing(rules))(case)
