"""Implementations, which answer cases: how one is found, started, run and ended."""
