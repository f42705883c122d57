"""inspect-harbor 1.0.0, run as it is installed."""
