"""Deviations in metric, one module a subject."""

from candidates.deviations.metric import (
    calls,
    collecting,
    integers,
    missing,
    names,
    results,
    sizes,
    sums,
    values,
)

DEVIATIONS = (
    *names.DEVIATIONS,
    *missing.DEVIATIONS,
    *collecting.DEVIATIONS,
    *values.DEVIATIONS,
    *sums.DEVIATIONS,
    *integers.DEVIATIONS,
    *calls.DEVIATIONS,
    *results.DEVIATIONS,
    *sizes.DEVIATIONS,
)
"""Each breaks one clause of the operation."""
