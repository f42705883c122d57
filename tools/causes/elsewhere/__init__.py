"""Ports with one mistake each, taken from what public code of other projects does."""
