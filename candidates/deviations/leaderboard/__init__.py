"""Deviations in leaderboard, in one module."""

from candidates.deviations.leaderboard import submissions
from candidates.deviations.rows import rows

DEVIATIONS = rows("leaderboard", submissions.ROWS)
