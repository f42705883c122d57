"""Slips in changes to ports of `reason_code`."""

import re
from typing import Any

from candidates.reference.reason_code import (
    WORDS,
    Containing,
    ReasonCode,
    with_underscores,
)
from tools.causes.wrong.making import candidate

Json = Any


# source: rust/reason_code.rs:66, the first rule for connections: the three were written as one
#   with any of three texts, the second word of this one being in all of them
# differs: "broker gone": "harbor_broker_connection_failed", not "broker_gone"
@candidate("reason_code")
def broker_decides_alone(case: Json) -> Json:
    """A reason with "broker" in it has the code of a failed connection, without "connection"."""
    words = {("broker",) if "broker" in rule else rule: code for rule, code in WORDS.items()}
    return ReasonCode(by_words=Containing(words))(case)


# source: rust/reason_code.rs:170, the note of a space just seen: the line went into the branch
#   for white space, so that nothing takes the note back
# differs: "a b c": "a_bc", not "a_b_c"
@candidate("reason_code")
def only_the_first_space_is_an_underscore(case: Json) -> Json:
    """The first stretch of white space inside a reason becomes an underscore; later ones vanish.

    Hyphens all become underscores.
    """

    def underscore(lowered: str) -> str:
        after_space = False
        characters = []
        for character in lowered:
            if character.isspace():
                if not after_space:
                    characters.append("_")
                after_space = True
            else:
                characters.append("_" if character == "-" else character)
        return "".join(characters)

    return ReasonCode(underscore=underscore)(case)


# source: rust/reason_code.rs:79, the reason in small letters: taken apart into two variables, of
#   which the form with underscores is made of the first
# differs: "Foo Bar": "Foo_Bar", not "foo_bar"
@candidate("reason_code")
def the_form_with_underscores_keeps_its_capitals(case: Json) -> Json:
    """The form with underscores is made of the stripped reason before it is put in lower case."""
    text = (case["reason"] or "").strip()
    return ReasonCode(underscore=lambda _: with_underscores(text))(case)


# source: javascript/reason_code.mjs:60, what is no letter and no digit: the flag for all places
#   was lost when the pattern was rewritten
# differs: "Agent Timeout Error!": "agent_timeout_error!", not "harbor_agent_timeout_error"
@candidate("reason_code")
def one_mark_is_left_out_of_the_compact_form(case: Json) -> Json:
    """Only the first character that is no letter or digit is left out of the compact form."""

    def compact(lowered: str) -> str:
        return re.sub(r"[\W_]", "", lowered, count=1)

    return ReasonCode(compact=compact)(case)
