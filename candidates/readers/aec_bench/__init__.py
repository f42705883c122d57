"""aec-bench, asked what it makes of harbor's reward files."""
