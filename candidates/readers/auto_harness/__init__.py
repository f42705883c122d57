"""auto-harness, run on harbor's jobs."""
