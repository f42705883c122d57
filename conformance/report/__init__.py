"""Writes verdicts: for a terminal, as JSON, as JUnit XML and as pages."""
