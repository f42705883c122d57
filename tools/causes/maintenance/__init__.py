"""Wrong candidates whose mistakes came in with a later change to code that worked."""
