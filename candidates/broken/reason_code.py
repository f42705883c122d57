"""Wrong ways to do reason_code, one module a subject."""

from candidates.broken import reason_code_messages, reason_code_rules, reason_code_text
from candidates.broken.variant import Variant

VARIANTS: tuple[Variant, ...] = (
    *reason_code_rules.VARIANTS,
    *reason_code_text.VARIANTS,
    *reason_code_messages.VARIANTS,
)
"""Each breaks one clause of the operation."""
