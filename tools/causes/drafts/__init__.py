"""Ports by a fresh reading of the texts, with one mistake each."""
