"""A run: its cases, the processes that run them, and the verdict."""
