"""Deviations in metric, one module a subject."""

from candidates.deviations.metric import integers, missing, names, sizes, sums, values

DEVIATIONS = (
    *names.DEVIATIONS,
    *missing.DEVIATIONS,
    *values.DEVIATIONS,
    *sums.DEVIATIONS,
    *integers.DEVIATIONS,
    *sizes.DEVIATIONS,
)
"""Each breaks one requirement of the operation."""
