"""Asks the oracle and a candidate the same questions, and keeps where they differ."""
