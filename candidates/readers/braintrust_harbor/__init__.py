"""braintrust-harbor 0.1.0a5, run as it is installed."""
