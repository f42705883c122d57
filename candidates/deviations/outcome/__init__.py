"""Deviations in outcome, one module per subject."""

from candidates.deviations.outcome import counts, file, samples
from candidates.deviations.rows import rows

DEVIATIONS = rows("outcome", file.ROWS, counts.ROWS, samples.ROWS)
