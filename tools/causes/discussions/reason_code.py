"""Reported bugs as they would be in `reason_code`."""

import re
from typing import Any

from candidates.reference.reason_code import (
    ALIASES,
    CODES,
    NAMES,
    WORDS,
    Containing,
    ReasonCode,
    letters_and_digits,
    no_code,
    reason_code,
    with_underscores,
)
from tools.causes.wrong.making import candidate

Json = Any


# source: headroomlabs-ai/headroom #2099: a generic rule shadows the specific ones behind it
# differs: "AgentTimeoutError: connection refused": harbor_broker_connection_failed, not
#   harbor_agent_timeout_error
@candidate("reason_code")
def words_are_looked_for_before_names(case: Json) -> Json:
    """The rules for words come before those for names of exceptions.

    They should come after. So a reason that both cover has the code of the words.
    """
    words, names = Containing(WORDS), Containing(NAMES)

    def rules(lowered: str) -> Json:
        return words(lowered) or names(letters_and_digits(lowered))

    return ReasonCode(by_name=no_code, by_words=rules)(case)


# source: MCPJam/inspector #1768, #2386: substrings match unrelated words, so \b is put around them
# differs: "no rewards, file missing": the underscored text, not harbor_reward_missing
@candidate("reason_code")
def only_whole_words_count(case: Json) -> Json:
    r"""The rules for words need whole words, with what is no \w, or nothing, on both sides.

    They should find a word in the middle of others as well.
    """

    def has(text: str, word: str) -> bool:
        return re.search(rf"\b{word}\b", text) is not None

    return ReasonCode(by_words=Containing(WORDS, has=has))(case)


# source: scalar/scalar #9023 (review): [\s-]+ becomes one separator
# differs: "a - b": "a_b", not "a___b"
@candidate("reason_code")
def hyphens_and_spaces_collapse(case: Json) -> Json:
    """Each stretch of hyphens and white space becomes one underscore.

    Each hyphen should become one of its own, and each stretch of white space one.
    """
    lowered = (case["reason"] or "").strip().lower()
    if not lowered:
        return {"reason_code": None}
    compact, underscored = letters_and_digits(lowered), re.sub(r"[-\s]+", "_", lowered)
    codes = [form for form in (lowered, underscored) if form in CODES]
    aliases = [ALIASES[form] for form in (compact, underscored) if form in ALIASES]
    names = [code for (name,), code in NAMES.items() if name in compact]
    words = [code for rule, code in WORDS.items() if all(word in lowered for word in rule)]
    return {"reason_code": [*codes, *aliases, *names, *words, underscored][0]}


# source: dotnet/runtime #125809 (review): only the first line of a message is looked at
# differs: "x\nconnection refused": "x", not harbor_broker_connection_failed
@candidate("reason_code")
def only_the_first_line_is_read(case: Json) -> Json:
    r"""A reason ends at the first line feed behind the white space at its start.

    All of it should be read.
    """
    if case["reason"] is None:
        return {"reason_code": None}
    return reason_code({"reason": case["reason"].strip().split("\n", 1)[0]})


# source: strands-rl/strands-env #119: the names of connection errors count, too
# differs: "ConnectionRefusedError": harbor_broker_connection_failed, not connectionrefusederror
@candidate("reason_code")
def names_of_connection_errors_count(case: Json) -> Json:
    """Reasons with ConnectionRefused or ConnectionReset are harbor_broker_connection_failed.

    Their letters and digits count, in either case, unless a code, an alias or another exception's
    name decides. The two words should only count with one space between them.
    """
    reason = case["reason"] or ""
    lowered = reason.strip().lower()
    compact, underscored = letters_and_digits(lowered), with_underscores(lowered)
    earlier = (
        {lowered, underscored} & {*CODES, *ALIASES}
        or compact in ALIASES
        or Containing(NAMES)(compact)
    )
    if not earlier and ("connectionrefused" in compact or "connectionreset" in compact):
        return {"reason_code": "harbor_broker_connection_failed"}
    return reason_code(case)
