"""Measures diagnosis on wrong implementations that were written without its catalogue."""
