"""Deviations in multi_step, one module a subject."""

from candidates.deviations.multi_step import calls, means, names, results, sizes, whole_trials

DEVIATIONS = (
    *results.DEVIATIONS,
    *names.DEVIATIONS,
    *means.DEVIATIONS,
    *calls.DEVIATIONS,
    *whole_trials.DEVIATIONS,
    *sizes.DEVIATIONS,
)
"""Each breaks one clause of the operation."""
