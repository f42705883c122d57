"""Wrong candidates whose mistakes are habits of public code that does the same kinds of work."""
