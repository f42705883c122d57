"""TRL 1.16.0 with its environments for Harbor tasks, run as it is installed."""
