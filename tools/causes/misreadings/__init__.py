"""Wrong candidates whose mistakes a port from the texts alone makes, in another language."""
