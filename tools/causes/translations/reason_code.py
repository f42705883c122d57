"""Ports of `reason_code` with one mistake each."""

from typing import Any

from candidates.reference.reason_code import WORDS, Containing, ReasonCode
from tools.causes.wrong.making import candidate

Json = Any


# source: Go: `strings.ToLower` maps each rune by itself and knows no final sigma
# differs: "ΛΑΘΟΣ": "λαθοσ", not "λαθος"
@candidate("reason_code")
def letters_are_lowered_one_by_one(case: Json) -> Json:
    """A reason is lowered letter by letter.

    So a capital sigma at the end of a word becomes σ instead of ς.
    """  # noqa: RUF002 - the Greek letter is meant
    return ReasonCode(lower=lambda text: "".join(map(str.lower, text)))(case)


# source: Rust: the rules are a `BTreeMap<&[&str], &str>`, which iterates by key and not in the
#   order of the text
# differs: "reward empty or missing": "harbor_reward_empty", not "harbor_reward_missing"
@candidate("reason_code")
def rules_of_words_are_tried_by_alphabet(case: Json) -> Json:
    """Rules of words are tried in alphabetical order.

    So "empty" and "malformed" come before "missing".
    """
    return ReasonCode(by_words=Containing(dict(sorted(WORDS.items()))))(case)
