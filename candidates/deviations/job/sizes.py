"""Limits on trials and groups that a job does not have."""

from candidates.deviations.deviation import after
from candidates.deviations.job.trials import with_trials
from candidates.deviations.sizes import first_members, limited

DEVIATIONS = (
    limited(
        "job-first-trials",
        "job.any-number-of-trials",
        "only the first {} trials are read",
        parameter="number of trials",
        limits=(64, 12, 24, 100, 200, 255, 512),
        changes=lambda limit: with_trials(lambda trials: trials[:limit]),
    ),
    limited(
        "job-first-groups",
        "job.any-number-of-groups",
        "only the first {} groups are written",
        parameter="number of groups",
        limits=(64, 12, 100),
        changes=lambda limit: after({"stats.evals": first_members(limit)}),
    ),
)
"""Each has one limit that harbor does not have."""
