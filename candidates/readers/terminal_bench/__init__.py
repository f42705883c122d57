"""terminal-bench, run for pass@k of harbor's trials."""
