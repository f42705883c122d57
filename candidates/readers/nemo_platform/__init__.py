"""nemo-platform, run on harbor's results."""
