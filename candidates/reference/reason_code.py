"""From the reason that a trial gives to the code that a summary carries.

The rules are those of spec/000 §1. Its condition ``("parse" in lowered or "malformed")``
is read as ``("parse" in lowered or "malformed" in lowered)``.
"""

from typing import TypedDict

_RULES = (
    (("missing",), "harbor_reward_missing"),
    (("empty",), "harbor_reward_empty"),
    (("parse", "malformed"), "harbor_reward_parse_error"),
)
"""Words of which one must stand beside ``reward``, and their code; the first rule wins."""


class ReasonCodeInput(TypedDict):
    """A message, a class name or any other text; None: there is no reason."""

    reason: str | None


def reason_code(question: ReasonCodeInput) -> dict[str, str | None]:
    """Return ``{"reason_code": …}``, with None where there is no reason or no rule for it."""
    return {"reason_code": _code_of(question["reason"] or "")}


def _code_of(reason: str) -> str | None:
    lowered = reason.lower()
    if "reward" in lowered:
        for words, code in _RULES:
            if any(word in lowered for word in words):
                return code
    return None
