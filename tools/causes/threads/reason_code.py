"""Mistakes in `reason_code` that public threads report."""

import re
from typing import Any

from candidates.reference.reason_code import (
    WORDS,
    Code,
    Containing,
    ReasonCode,
    whole_text,
)
from tools.causes.wrong.making import candidate

Json = Any


# source: aaif-goose/goose pull 9831: one word anywhere in a message is enough for a class
# differs: "file missing": harbor_reward_missing, not file_missing
@candidate("reason_code")
def word_missing_is_enough_without_reward(case: Json) -> Json:
    """A reason with the word missing has the code of a missing reward, even without reward."""
    rules = {
        ("missing",) if rule == ("reward", "missing") else rule: code
        for rule, code in WORDS.items()
    }
    return ReasonCode(by_words=Containing(rules))(case)


# source: BookStackApp/BookStack issue 589: separators in a row become one
# differs: "oops - again": oops_again, not oops___again
@candidate("reason_code")
def separators_in_a_row_become_one_underscore(case: Json) -> Json:
    """Hyphens, white space and underscores in a row become a single underscore."""
    return ReasonCode(underscore=lambda lowered: re.sub(r"[-\s_]+", "_", lowered))(case)


# source: simov/slugify issue 117: separators are left over at the end
# differs: "oops!-": oops!, not oops!_
@candidate("reason_code")
def underscores_at_the_ends_are_dropped(case: Json) -> Json:
    """A code that is made of the reason itself loses the underscores at its ends."""

    def otherwise(lowered: str, underscored: str) -> Code:
        return whole_text(lowered, underscored.strip("_"))

    return ReasonCode(otherwise=otherwise)(case)
