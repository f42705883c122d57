"""Mistakes of those who port the rules from the texts or write them from memory."""
