"""braintrust-harbor 0.1.0a5, whose reading of a trial's reward files is called."""
