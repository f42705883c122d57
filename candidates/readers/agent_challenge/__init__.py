"""agent-challenge's own runner, asked what it makes of rewards."""
