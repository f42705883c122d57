"""Ports of `reason_code` with one mistake each."""

import re
from typing import Any

from candidates.reference.reason_code import WORDS, Containing, ReasonCode, Words
from tools.causes.wrong.making import candidate

Json = Any

_UP_TO_SPACE = "".join(map(chr, range(0x21)))
_SMALL = {code: code + 32 for code in range(ord("A"), ord("Z") + 1)}


# source: Java: String.trim() drops all characters up to U+0020 and none beyond
# differs: a no-break space and "x": "\u00a0x" trimmed to itself gives "_x", not "x"
@candidate("reason_code")
def only_characters_up_to_the_space_are_trimmed(case: Json) -> Json:
    """A reason is trimmed of all characters up to U+0020, and of no others.

    White space beyond U+0020 stays, and control characters that are no white space go.
    """
    return ReasonCode(trim=lambda text: text.strip(_UP_TO_SPACE))(case)


# source: facts/reason-code.md: "hyphens become underscores, then what str.split() splits on
#   becomes one underscore", read as one pattern for both: [-\s]+
# differs: "a--b": "a_b", not "a__b"
@candidate("reason_code")
def a_run_of_hyphens_is_one_underscore(case: Json) -> Json:
    """A run of hyphens and white space becomes one underscore.

    Each hyphen should become one, and so should each run of white space.
    """
    return ReasonCode(underscore=lambda lowered: re.sub(r"[-\s]+", "_", lowered))(case)


# source: spec/000 §1: if "reward" in lowered and ("parse" in lowered or "malformed"), which taken
#   to the letter is true of each text with "reward"
# differs: "reward of 2": "harbor_reward_parse_error", not "reward_of_2"
@candidate("reason_code")
def any_other_reward_is_a_parse_error(case: Json) -> Json:
    """A text with "reward" that is neither missing nor empty is harbor_reward_parse_error.

    It should also have "parse" or "malformed" in it.
    """
    rules: dict[Words, str] = {}
    for words, code in WORDS.items():
        rules[words] = code
        if words == ("reward", "malformed"):
            rules["reward",] = code
    return ReasonCode(by_words=Containing(rules))(case)


# source: spec/000 §1, table: a message that contains "No reward file found" has the code
#   harbor_reward_missing
# differs: "No reward file found at /x": "harbor_reward_missing", not the text with underscores
@candidate("reason_code")
def no_reward_file_found_is_missing(case: Json) -> Json:
    """A text that contains "no reward file found" in any case is harbor_reward_missing.

    It is looked for where "reward" and "missing" are.
    """
    rules: dict[Words, str] = {}
    for words, code in WORDS.items():
        rules[words] = code
        if words == ("reward", "missing"):
            rules["no reward file found",] = code
    return ReasonCode(by_words=Containing(rules))(case)


# source: Lua: string.lower changes only A to Z
# differs: "\u00c4rger": "\u00c4rger", not "\u00e4rger"
@candidate("reason_code")
def only_ascii_letters_become_small(case: Json) -> Json:
    """Only the letters A to Z become small; other capital letters stay as they are."""
    return ReasonCode(lower=lambda text: text.translate(_SMALL))(case)
