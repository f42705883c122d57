"""Candidates with bugs that public issues and pull requests report, carried over."""
