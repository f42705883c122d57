"""Deviations in leaderboard, one module per subject."""

from candidates.deviations.leaderboard import submissions, trials
from candidates.deviations.rows import rows

DEVIATIONS = rows("leaderboard", trials.ROWS, submissions.ROWS)
"""Each breaks one clause of the operation."""
