"""inspect-harbor 1.0.0, asked as it is installed."""
