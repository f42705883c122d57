"""agento11y-harbor's import of a job, with a trial of it."""
