"""Wrong candidates whose mistakes are bugs that public issues and pull requests report."""
