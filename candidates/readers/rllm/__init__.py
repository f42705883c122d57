"""rLLM with its integration of Harbor, run from a checkout."""
