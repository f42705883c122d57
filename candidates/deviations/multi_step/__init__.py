"""Deviations in multi_step, one module per subject."""

from candidates.deviations.multi_step import means, results
from candidates.deviations.rows import rows

DEVIATIONS = rows("multi_step", results.ROWS, means.ROWS)
"""Each breaks one clause of the operation."""
