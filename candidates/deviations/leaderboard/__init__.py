"""Deviations in leaderboard, one module a subject."""

from candidates.deviations.leaderboard import submissions, trials

DEVIATIONS = (*trials.DEVIATIONS, *submissions.DEVIATIONS)
"""Each breaks one clause of the operation."""
