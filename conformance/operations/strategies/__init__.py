"""Strategies that the cases of several operations draw from."""
