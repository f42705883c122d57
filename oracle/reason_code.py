"""The reason codes of spec/000 §1, from its text: harbor has no such stage.

The text's third rule asks for ``("parse" in lowered or "malformed")``, which is always
true as Python; it is read as ``("parse" in lowered or "malformed" in lowered)``.
"""

from conformance.model import Value


class ReasonCodeDoor:
    """The text's three rules, in its order, on the lowercased reason."""

    def __call__(self, question: dict[str, Value]) -> Value:
        """Return ``{"reason_code": code or None}`` for ``{"reason": text or None}``."""
        reason = question["reason"]
        return {"reason_code": None if reason is None else _normalized(str(reason))}


def _normalized(reason: str) -> str | None:
    lowered = reason.lower()
    if "reward" in lowered and "missing" in lowered:
        return "harbor_reward_missing"
    if "reward" in lowered and "empty" in lowered:
        return "harbor_reward_empty"
    if "reward" in lowered and ("parse" in lowered or "malformed" in lowered):
        return "harbor_reward_parse_error"
    return None
