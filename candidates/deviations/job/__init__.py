"""Deviations in job, one module a subject."""

from candidates.deviations.job import calls, counts, groups, lists, metrics, sizes, text

DEVIATIONS = (
    *text.DEVIATIONS,
    *sizes.DEVIATIONS,
    *counts.DEVIATIONS,
    *groups.DEVIATIONS,
    *lists.DEVIATIONS,
    *metrics.DEVIATIONS,
    *calls.DEVIATIONS,
)
"""Each breaks one clause of the operation."""
