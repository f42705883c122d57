"""Certificates: what others can check of a run, as in-toto statements with its test result."""
