"""Deviations in metric, one module a subject."""

from candidates.deviations.metric import keys, sums, values
from candidates.deviations.rows import rows

DEVIATIONS = rows("metric", keys.ROWS, values.ROWS, sums.ROWS)
"""Each breaks one clause of the operation."""
