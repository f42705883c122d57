"""Recorded jobs, whose numbers are derived again from their files."""
