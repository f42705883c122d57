"""nemo-platform, asked what it makes of harbor's results."""
