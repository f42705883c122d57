"""agent-challenge's own runner, run on rewards and results."""
