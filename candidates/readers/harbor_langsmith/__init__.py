"""harbor-langsmith 0.3.1, run as it is installed."""
