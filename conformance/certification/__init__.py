"""A run: what it asks, the processes that ask it, and what is judged of it."""
