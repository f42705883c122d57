"""aec-bench, run on harbor's reward files."""
