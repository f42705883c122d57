"""Deviations in run, one module per subject."""

from candidates.deviations.rows import rows
from candidates.deviations.run import jobs, trials

DEVIATIONS = rows("run", jobs.ROWS, trials.ROWS)
