"""Runners of whole jobs that are wrong in one way each."""

from candidates.broken import run_earlier, run_jobs, run_resume, run_steps, run_trials

VARIANTS = (
    run_jobs.VARIANTS
    + run_trials.VARIANTS
    + run_steps.VARIANTS
    + run_resume.VARIANTS
    + run_earlier.VARIANTS
)
