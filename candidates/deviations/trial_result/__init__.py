"""Deviations in trial_result, one module per subject."""

from candidates.deviations.rows import rows
from candidates.deviations.trial_result import document, fields, releases

DEVIATIONS = (
    *rows("trial_result", document.ROWS, fields.ROWS, releases.ROWS),
    *releases.DEVIATIONS,
)
