"""Ports of `reason_code` with one mistake each."""

import re
from typing import Any

from candidates.reference.reason_code import WORDS, Containing, ReasonCode
from tools.causes.wrong.making import candidate

Json = Any

_UP_TO_SPACE = "".join(map(chr, range(0x21)))


# source: Java: `String.trim()`, which drops U+0000 to U+0020 and nothing else (`strip()` is
#   Unicode's)
# differs: a no-break space alone: "_", not null
@candidate("reason_code")
def only_ascii_is_trimmed(case: Json) -> Json:
    """A reason is stripped of the characters U+0000 to U+0020 instead of Unicode's white space."""
    return ReasonCode(trim=lambda reason: reason.strip(_UP_TO_SPACE))(case)


# source: JavaScript: `lowered.replace(/[\W_]/g, "")`, whose `\W` is everything outside ASCII too,
#   even with the flag u
# differs: "Agent超Timeout时Error": "harbor_agent_timeout_error", not "agent超timeout时error"
@candidate("reason_code")
def letters_beyond_ascii_are_not_kept(case: Json) -> Json:
    """The compact form of a reason lacks letters and digits beyond ASCII.

    Aliases and exceptions are found in that form.
    """
    return ReasonCode(compact=lambda lowered: re.sub("[^a-z0-9]", "", lowered))(case)


# source: Go: `strings.ToLower` maps each rune by itself and knows no final sigma
# differs: "ΛΑΘΟΣ": "λαθοσ", not "λαθος"
@candidate("reason_code")
def letters_are_lowered_one_by_one(case: Json) -> Json:
    """A reason is lowered letter by letter.

    So a capital sigma at the end of a word becomes σ instead of ς.
    """  # noqa: RUF002 - the Greek letter is meant
    return ReasonCode(lower=lambda text: "".join(map(str.lower, text)))(case)


# source: JavaScript: `lowered.replace(/-|\s+/, "_")` without the flag g replaces the first match
# differs: "harbor-trial-failed": "harbor_trial-failed", not "harbor_trial_failed"
@candidate("reason_code")
def only_the_first_underscore_is_put(case: Json) -> Json:
    """Only the first hyphen or stretch of white space becomes an underscore.

    Later ones stay as they are.
    """
    return ReasonCode(underscore=lambda lowered: re.sub(r"-|\s+", "_", lowered, count=1))(case)


# source: Rust: the rules are a `BTreeMap<&[&str], &str>`, which iterates by key and not in the
#   order of the text
# differs: "reward empty or missing": "harbor_reward_empty", not "harbor_reward_missing"
@candidate("reason_code")
def rules_of_words_are_tried_by_alphabet(case: Json) -> Json:
    """Rules of words are tried in alphabetical order.

    So "empty" and "malformed" come before "missing".
    """
    return ReasonCode(by_words=Containing(dict(sorted(WORDS.items()))))(case)
