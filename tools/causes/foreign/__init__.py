"""Whole implementations of one operation each, with several mistakes, which their docstrings list."""
