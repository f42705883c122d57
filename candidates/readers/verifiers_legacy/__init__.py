"""verifiers 0.3.1, the last release with the legacy Harbor task set, run as it is installed."""
