"""Deviations in metric, one module per subject."""

from candidates.deviations.metric import keys, values
from candidates.deviations.rows import rows

DEVIATIONS = rows("metric", keys.ROWS, values.ROWS)
