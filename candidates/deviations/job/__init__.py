"""Deviations in job, one module per subject."""

from candidates.deviations.job import calls, counts, metrics, releases, text
from candidates.deviations.rows import rows

DEVIATIONS = (*rows("job", text.ROWS, counts.ROWS, metrics.ROWS, releases.ROWS), *calls.DEVIATIONS)
"""Each breaks one clause of the operation."""
