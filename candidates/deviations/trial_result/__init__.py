"""Deviations in trial_result, one module a subject."""

from candidates.deviations.trial_result import (
    answers,
    calls,
    document,
    error_names,
    members,
    releases,
    rewards,
    sizes,
)

DEVIATIONS = (
    *answers.DEVIATIONS,
    *rewards.DEVIATIONS,
    *members.DEVIATIONS,
    *document.DEVIATIONS,
    *releases.DEVIATIONS,
    *calls.DEVIATIONS,
    *error_names.DEVIATIONS,
    *sizes.DEVIATIONS,
)
"""Each breaks one clause of the operation."""
