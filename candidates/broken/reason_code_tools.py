"""What wrong ways to do reason_code are made of."""

from collections.abc import Callable

from candidates import reference
from candidates.broken.variant import Function
from candidates.reference.reason_code import ReasonCodeInput

type Code = str | None

MISSING = "harbor_reward_missing"
EMPTY = "harbor_reward_empty"
PARSE = "harbor_reward_parse_error"

RULES = (("missing", MISSING), ("empty", EMPTY), ("parse", PARSE), ("malformed", PARSE))
"""Each word that stands beside reward, and its code, in the order of the rules."""


def right(reason: str) -> Code:
    """Return the code that the reference gives to a reason."""
    return reference.reason_code({"reason": reason})["reason_code"]


def with_code(code_of: Callable[[str], Code]) -> Function:
    """Return the reference with another code for every reason that there is."""

    def reason_code(question: ReasonCodeInput) -> dict[str, Code]:
        reason = question["reason"]
        return {"reason_code": None if reason is None else code_of(reason)}

    return reason_code


def on_reason(change: Callable[[str], str]) -> Function:
    """Return the reference after a change of the reason."""
    return with_code(lambda reason: right(change(reason)))


def on_code(change: Callable[[Code], Code]) -> Function:
    """Return the reference with a change of its code."""
    return with_code(lambda reason: change(right(reason)))


def by_rules(
    has: Callable[[str, str], bool], rules: tuple[tuple[str, str], ...] = RULES
) -> Function:
    """Return the rules with another way to look for a word in a lowercased reason."""

    def code_of(reason: str) -> Code:
        lowered = reason.lower()
        codes = (code for word, code in rules if has("reward", lowered) and has(word, lowered))
        return next(codes, None)

    return with_code(code_of)
