"""Wrong candidates whose mistakes come from porting the texts to another language."""
