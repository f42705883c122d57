"""Implementations, which answer cases: how they are found, started, run and ended."""
