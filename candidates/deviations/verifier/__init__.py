"""Deviations in verifier, one module a subject."""

from candidates.deviations.verifier import (
    calls,
    documents,
    error_names,
    errors,
    files,
    member_text,
    names,
    one_number,
    releases,
    shapes,
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
    *calls.DEVIATIONS,
    *errors.DEVIATIONS,
    *error_names.DEVIATIONS,
    *one_number.DEVIATIONS,
    *shapes.DEVIATIONS,
    *releases.DEVIATIONS,
    *sizes.DEVIATIONS,
)
"""Each breaks one clause of the operation."""
