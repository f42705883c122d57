"""Deviations in outcome, one module a subject."""

from candidates.deviations.outcome import counts, file, members, resolved, samples, score, sizes

DEVIATIONS = (
    *file.DEVIATIONS,
    *members.DEVIATIONS,
    *counts.DEVIATIONS,
    *samples.DEVIATIONS,
    *score.DEVIATIONS,
    *resolved.DEVIATIONS,
    *sizes.DEVIATIONS,
)
"""Each breaks one requirement of the operation."""
