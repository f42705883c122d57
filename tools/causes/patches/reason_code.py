"""Patches to `reason_code` that break one rule each."""

import re
from typing import Any

from candidates.reference.reason_code import NAMES, WORDS, Containing, ReasonCode
from tools.causes.wrong.making import candidate

Json = Any


# source: patch "one class in place of two branches" in the pattern of underscores
# differs: "disk - full": "disk_full", not "disk___full"
@candidate("reason_code")
def a_stretch_of_hyphens_is_one_underscore(case: Json) -> Json:
    """A stretch of hyphens and white space, in any mixture, becomes one underscore.

    Each hyphen should become one of its own, and only white space one a stretch.
    """

    def underscore(lowered: str) -> str:
        return re.sub(r"[-\s]+", "_", lowered)

    return ReasonCode(underscore=underscore)(case)


# source: patch "cheap test first": the two containing rules change places (reason_code.py:138)
# differs: "CancelledError: connection reset": harbor_broker_connection_failed, not
#   harbor_cancelled_error
@candidate("reason_code")
def words_decide_before_names(case: Json) -> Json:
    """The rules that look for words come before those that look for exceptions' names."""
    words, names = Containing(WORDS), Containing(NAMES)

    class Swapped(ReasonCode):
        def code_of(self, text: str) -> str | None:
            lowered = self.lower(text)
            compact, underscored = self.compact(lowered), self.underscore(lowered)
            return (
                self.by_code(lowered, underscored)
                or self.by_alias(compact, underscored)
                or words(lowered)
                or names(compact)
                or self.otherwise(lowered, underscored)
            )

    return Swapped()(case)


# source: patch "compare without case the proper way" at the lowering of a text
# differs: "Straße": "strasse", not "straße"
@candidate("reason_code")
def case_is_folded(case: Json) -> Json:
    """A text is put through str.casefold, not str.lower, so that ß becomes ss, for example."""
    return ReasonCode(lower=str.casefold)(case)


# source: patch "no tracebacks in the table": a text is cut before any rule sees it
# differs: "disk full\nCancelledError": "disk_full", not "harbor_cancelled_error"
@candidate("reason_code")
def only_the_first_line_is_read(case: Json) -> Json:
    r"""Of the trimmed text only the part before its first \n is looked at and given."""

    def trim(reason: str) -> str:
        return reason.strip().partition("\n")[0]

    return ReasonCode(trim=trim)(case)


# source: patch "add a rule for empty rewards", a copied line whose code was left
#   as it was, in WORDS of reason_code.py
# differs: "reward file is empty": harbor_reward_missing, not harbor_reward_empty
@candidate("reason_code")
def an_empty_reward_is_a_missing_one(case: Json) -> Json:
    """The words "reward" and "empty" give harbor_reward_missing, not harbor_reward_empty."""
    rules = {**WORDS, ("reward", "empty"): "harbor_reward_missing"}
    return ReasonCode(by_words=Containing(rules))(case)
