"""Wrong candidates whose mistakes were reported in issues and pull requests of evaluation tools."""
