"""Runs the same cases on the oracle and a candidate, and keeps the differences."""
