"""Deviations in job, one module per subject."""

from candidates.deviations.job import calls, releases, stats, text
from candidates.deviations.rows import rows

DEVIATIONS = (*rows("job", text.ROWS, stats.ROWS, releases.ROWS), *calls.DEVIATIONS)
