"""Certificates: in-toto statements with a run's test result, which others can check."""
