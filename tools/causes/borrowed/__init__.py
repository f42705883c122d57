"""Candidates whose one mistake each is what public evaluation code does."""
