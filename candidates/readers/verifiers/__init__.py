"""verifiers 0.4.0 with its Harbor task set, run as it is installed."""
