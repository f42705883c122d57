"""Deviations in trial_result, one module a subject."""

from candidates.deviations.trial_result import answers, document, members, rewards, sizes

DEVIATIONS = (
    *answers.DEVIATIONS,
    *rewards.DEVIATIONS,
    *members.DEVIATIONS,
    *document.DEVIATIONS,
    *sizes.DEVIATIONS,
)
"""Each breaks one requirement of the operation."""
