"""Wrong candidates whose mistakes are a colleague's patches to a correct runner."""
