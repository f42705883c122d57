"""Deviations in run, one module a subject."""

from candidates.deviations.run import earlier, jobs, resume, steps, trials

DEVIATIONS = (
    *jobs.DEVIATIONS,
    *trials.DEVIATIONS,
    *steps.DEVIATIONS,
    *resume.DEVIATIONS,
    *earlier.DEVIATIONS,
)
"""Each breaks one clause of the operation."""
