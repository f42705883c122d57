"""Mistakes of ports in `reason_code`."""

import re
from string import ascii_lowercase, ascii_uppercase
from typing import Any

from candidates.reference.reason_code import WORDS, ReasonCode
from tools.causes.wrong.making import candidate

Json = Any

_UP_TO_SPACE = "".join(map(chr, range(0x21)))
_ASCII_LOWER = str.maketrans(ascii_uppercase, ascii_lowercase)
_PANDAS_MISSING = {
    "", "#N/A", "#N/A N/A", "#NA", "-1.#IND", "-1.#QNAN", "-NaN", "-nan", "1.#IND", "1.#QNAN",
    "<NA>", "N/A", "NA", "NULL", "NaN", "None", "n/a", "nan", "null",
}  # fmt: skip


# source: Go: regexp, whose \s is [\t\n\f\r ]
# differs: "a\u00a0b": "a\u00a0b", not "a_b"
@candidate("reason_code")
def white_space_outside_ascii_stays(case: Json) -> Json:
    """Only tab, line feed, form feed, carriage return and space become underscores."""
    underscore = lambda lowered: re.sub(r"-|[\t\n\f\r ]+", "_", lowered)  # noqa: E731
    return ReasonCode(underscore=underscore)(case)


# source: Java: String.trim, which drops all characters up to U+0020
# differs: "\u0000a": "a", not "\u0000a"
@candidate("reason_code")
def trimming_drops_characters_up_to_the_space(case: Json) -> Json:
    """Trimming drops the characters up to U+0020, controls too, and no other white space."""
    return ReasonCode(trim=lambda reason: reason.strip(_UP_TO_SPACE))(case)


# source: PHP: strtolower, which leaves bytes outside ASCII as they are
# differs: "\u00c4rger": "\u00c4rger", not "\u00e4rger"
@candidate("reason_code")
def letters_outside_ascii_keep_their_case(case: Json) -> Json:
    """Only the letters A to Z become lower case."""
    return ReasonCode(lower=lambda text: text.translate(_ASCII_LOWER))(case)


# source: SQL: lowered LIKE '%reward%missing%'
# differs: "missing reward": "missing_reward", not harbor_reward_missing
@candidate("reason_code")
def words_decide_only_in_the_order_of_their_rule(case: Json) -> Json:
    """Two words decide together only in the order of the rule."""

    def by_words(text: str) -> Json:
        covering = (
            code for words, code in WORDS.items() if re.search(".*".join(words), text, re.DOTALL)
        )
        return next(covering, None)

    return ReasonCode(by_words=by_words)(case)


# source: pandas: read_csv, which takes several texts for a missing value
# differs: "None": null, not "none"
@candidate("reason_code")
def text_that_stands_for_nothing_is_null(case: Json) -> Json:
    """A reason such as NA, nan, None, null or N/A counts as no reason."""
    reason = case["reason"]
    return ReasonCode()({"reason": None if reason in _PANDAS_MISSING else reason})
