"""Deviations in reason_code, one module per subject."""

from candidates.deviations.reason_code import codes, words
from candidates.deviations.rows import rows

DEVIATIONS = rows("reason_code", codes.ROWS, words.ROWS)
