"""Deviations in reason_code, one module a subject."""

from candidates.deviations.reason_code import forms, messages, names, rules, text, whole

DEVIATIONS = (
    *forms.DEVIATIONS,
    *names.DEVIATIONS,
    *rules.DEVIATIONS,
    *text.DEVIATIONS,
    *whole.DEVIATIONS,
    *messages.DEVIATIONS,
)
"""Each breaks one clause of the operation."""
