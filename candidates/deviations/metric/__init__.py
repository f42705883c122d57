"""Deviations in metric, one module per subject."""

from candidates.deviations.metric import keys, sums, values
from candidates.deviations.rows import rows

DEVIATIONS = rows("metric", keys.ROWS, values.ROWS, sums.ROWS)
"""Each breaks one clause of the operation."""
