"""Implementations under test: the reference, ports of it, and broken ones."""
