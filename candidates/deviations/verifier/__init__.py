"""Deviations in verifier, one module per subject."""

from candidates.deviations.rows import rows
from candidates.deviations.verifier import document, files, text, values

DEVIATIONS = rows("verifier", files.ROWS, text.ROWS, document.ROWS, values.ROWS)
