"""What harbor requires of a whole job, from its configuration to its result.json."""

from conformance.clauses import run_jobs, run_resume, run_steps, run_trials

CLAUSES = run_jobs.CLAUSES + run_trials.CLAUSES + run_steps.CLAUSES + run_resume.CLAUSES
