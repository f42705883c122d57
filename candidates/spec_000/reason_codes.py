"""From the text of a reason to its code: the rules of section 1 of spec/000."""

MISSING = "harbor_reward_missing"
EMPTY = "harbor_reward_empty"
PARSE_ERROR = "harbor_reward_parse_error"

_RULES = (
    (("missing",), MISSING),
    (("empty",), EMPTY),
    (("parse", "malformed"), PARSE_ERROR),
)
"""Words next to ``reward``, any of which gives the code; the first rule that fits decides."""


def reason_code(case: dict[str, str | None]) -> dict[str, str | None]:
    """Return the code, or None where no rule gives one."""
    return {"reason_code": code_of(case["reason"])}


def code_of(reason: str | None) -> str | None:
    """Return the code of a reason, by the words in it."""
    lowered = (reason or "").lower()
    if "reward" not in lowered:
        return None
    return next((code for words, code in _RULES if any(word in lowered for word in words)), None)
