"""Mistakes in `reason_code` that public code makes."""

from typing import Any

from candidates.reference.reason_code import (
    WORDS,
    Containing,
    ReasonCode,
    whole_text,
)
from tools.causes.wrong.making import candidate

Json = Any

BROKER = "harbor_broker_connection_failed"


# source: NousResearch/hermes-agent, pull request 22857: "timed out" in a message is a timeout
# differs: "Agent timed out after 900 s": harbor_agent_timeout_error, not the whole text
@candidate("reason_code")
def words_timed_out_mean_an_agent_timeout(case: Json) -> Json:
    """A reason that no rule covers is an agent's timeout if the words timed out are in it."""

    def otherwise(lowered: Json, underscored: Json) -> Json:
        timed_out = "timed out" in lowered
        return "harbor_agent_timeout_error" if timed_out else whole_text(lowered, underscored)

    return ReasonCode(otherwise=otherwise)(case)


# source: SamSaffron/term-llm, pull request 440: a refused connection is taken off the list
# differs: "connection refused": "connection_refused", not harbor_broker_connection_failed
@candidate("reason_code")
def refused_connection_is_not_the_brokers(case: Json) -> Json:
    """The words connection refused decide nothing."""
    rules = {words: code for words, code in WORDS.items() if words != ("connection refused",)}
    return ReasonCode(by_words=Containing(rules))(case)


# source: aws/aws-sdk-js-v3, pull request 4693: ECONNREFUSED and ECONNRESET are looked for
# differs: "connect ECONNREFUSED": harbor_broker_connection_failed, not the whole text
@candidate("reason_code")
def names_of_socket_errors_mean_the_broker(case: Json) -> Json:
    """A reason with ECONNREFUSED or ECONNRESET is a failed connection to the broker."""
    rules = {**WORDS, ("econnrefused",): BROKER, ("econnreset",): BROKER}
    return ReasonCode(by_words=Containing(rules))(case)


# source: reports that show an exception's message cut to its first 200 characters
# differs: 200 times "x", then " reward missing": the 200 characters, not harbor_reward_missing
@candidate("reason_code")
def reason_ends_after_200_characters(case: Json) -> Json:
    """Only the first 200 characters of a reason are looked at."""
    return ReasonCode(trim=lambda reason: reason.strip()[:200])(case)
