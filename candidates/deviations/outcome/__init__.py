"""Deviations in outcome, one module a subject."""

from candidates.deviations.outcome import (
    calls,
    counts,
    file,
    members,
    resolved,
    samples,
    score,
    sizes,
)

DEVIATIONS = (
    *file.DEVIATIONS,
    *members.DEVIATIONS,
    *counts.DEVIATIONS,
    *samples.DEVIATIONS,
    *score.DEVIATIONS,
    *calls.DEVIATIONS,
    *resolved.DEVIATIONS,
    *sizes.DEVIATIONS,
)
"""Each breaks one clause of the operation."""
