"""verifiers 0.4.0 with its Harbor task set, asked as it is installed."""
