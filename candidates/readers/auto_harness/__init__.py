"""auto-harness, asked for the score of a job."""
