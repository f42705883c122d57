"""Deviations in verifier, one module a subject."""

from candidates.deviations.verifier import (
    documents,
    files,
    member_text,
    names,
    sizes,
    text,
    text_values,
    values,
)

DEVIATIONS = (
    *files.DEVIATIONS,
    *text.DEVIATIONS,
    *text_values.DEVIATIONS,
    *documents.DEVIATIONS,
    *names.DEVIATIONS,
    *values.DEVIATIONS,
    *member_text.DEVIATIONS,
    *sizes.DEVIATIONS,
)
"""Each breaks one requirement of the operation."""
