"""Deviations in pass_at_k, one module per subject."""

from candidates.deviations.pass_at_k import estimates, releases, trials
from candidates.deviations.rows import rows

DEVIATIONS = rows("pass_at_k", trials.ROWS, estimates.ROWS, releases.ROWS)
