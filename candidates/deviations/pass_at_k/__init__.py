"""Deviations in pass_at_k, one module a subject."""

from candidates.deviations.pass_at_k import attempts, calls, estimates, names, rewards, sizes, tasks

DEVIATIONS = (
    *names.DEVIATIONS,
    *attempts.DEVIATIONS,
    *rewards.DEVIATIONS,
    *tasks.DEVIATIONS,
    *estimates.DEVIATIONS,
    *calls.DEVIATIONS,
    *sizes.DEVIATIONS,
)
"""Each breaks one clause of the operation."""
