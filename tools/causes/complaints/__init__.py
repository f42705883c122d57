"""Ports with one mistake each, after bugs that people reported in public issues."""
