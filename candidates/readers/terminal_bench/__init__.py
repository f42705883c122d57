"""terminal-bench, asked for pass@k of harbor's trials."""
