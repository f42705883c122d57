"""Strategies that the questions of several operations draw from."""
