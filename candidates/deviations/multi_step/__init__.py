"""Deviations in multi_step, one module a subject."""

from candidates.deviations.multi_step import calls, means, names, results, whole_trials

DEVIATIONS = (
    *results.DEVIATIONS,
    *names.DEVIATIONS,
    *means.DEVIATIONS,
    *calls.DEVIATIONS,
    *whole_trials.DEVIATIONS,
)
"""Each breaks one clause of the operation."""
