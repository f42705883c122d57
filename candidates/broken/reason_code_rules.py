"""Wrong ways to go about the rules: their words, their codes and their order."""

from candidates import reference
from candidates.broken.reason_code_tools import (
    EMPTY,
    MISSING,
    PARSE,
    RULES,
    Code,
    by_rules,
    on_code,
    right,
    with_code,
)
from candidates.broken.variant import Variant
from candidates.reference.reason_code import ReasonCodeInput


def refuses_no_reason(question: ReasonCodeInput) -> dict[str, Code]:
    """Lower the reason without a look at whether there is one."""
    if question["reason"] is None:
        message = "'NoneType' object has no attribute 'lower'"
        raise AttributeError(message)
    return reference.reason_code(question)


def no_reason_is_missing(question: ReasonCodeInput) -> dict[str, Code]:
    """Give a trial without a reason the code of a trial without rewards."""
    if question["reason"] is None:
        return {"reason_code": MISSING}
    return reference.reason_code(question)


def _as_written(reason: str) -> Code:
    """Take the third rule by its letter, where it covers every reward."""
    return right(reason) or (PARSE if "reward" in reason.lower() else None)


def _without_reward(reason: str) -> Code:
    lowered = reason.lower()
    return next((code for word, code in RULES if word in lowered), None)


def _earliest(reason: str) -> Code:
    """Let the word that stands first in the reason decide."""
    lowered = reason.lower()
    found = [(lowered.find(word), code) for word, code in RULES if word in lowered]
    return min(found)[1] if found and "reward" in lowered else None


def _contains(word: str, lowered: str) -> bool:
    return word in lowered


def _but(code: str, other: Code) -> dict[str | None, Code]:
    return {None: None, MISSING: MISSING, EMPTY: EMPTY, PARSE: PARSE, code: other}


def _without_codes(reason: str) -> Code:
    return None if reason in {MISSING, EMPTY, PARSE} else right(reason)


VARIANTS = (
    Variant(
        "refuses-no-reason",
        "reason_code.no-reason",
        "null is not looked for",
        refuses_no_reason,
    ),
    Variant(
        "no-reason-is-missing",
        "reason_code.no-reason",
        "no reason is thought to mean no reward",
        no_reason_is_missing,
    ),
    Variant(
        "third-rule-as-written",
        "reason_code.no-rule",
        "a word by itself is taken for a condition, as it stands in the text",
        with_code(_as_written),
    ),
    Variant(
        "keeps-other-reasons",
        "reason_code.no-rule",
        "a reason that no rule covers is passed on",
        with_code(lambda reason: right(reason) or reason),
    ),
    Variant(
        "code-of-missing-results",
        "reason_code.missing",
        "the code of a job without a result is used",
        on_code(_but(MISSING, "harbor_result_missing").__getitem__),
    ),
    Variant(
        "empty-is-missing",
        "reason_code.empty",
        "a file without content is thought to be no file",
        on_code(_but(EMPTY, MISSING).__getitem__),
    ),
    Variant(
        "code-of-malformed-results",
        "reason_code.parse",
        "the code of a job's result that cannot be read is used",
        on_code(_but(PARSE, "harbor_result_malformed").__getitem__),
    ),
    Variant(
        "malformed-is-no-word",
        "reason_code.malformed",
        "the last word of the rules is left out",
        by_rules(_contains, RULES[:3]),
    ),
    Variant(
        "reward-is-not-needed",
        "reason_code.reward-needed",
        "only the second word of each rule is looked for",
        with_code(_without_reward),
    ),
    Variant(
        "last-rule-wins",
        "reason_code.first-rule-wins",
        "each rule overwrites the code of the one before",
        by_rules(_contains, RULES[::-1]),
    ),
    Variant(
        "empty-before-missing",
        "reason_code.first-rule-wins",
        "the rules are sorted by name",
        by_rules(_contains, tuple(sorted(RULES))),
    ),
    Variant(
        "earliest-word-wins",
        "reason_code.first-rule-wins",
        "one regular expression looks for all words",
        with_code(_earliest),
    ),
    Variant(
        "codes-are-no-reasons",
        "reason_code.codes",
        "a code is thought to be no message",
        with_code(_without_codes),
    ),
)
"""Each breaks one clause about the rules."""
