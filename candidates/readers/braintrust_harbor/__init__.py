"""tinker-cookbook 0.6.1 with its recipe for Harbor tasks, run as it is installed."""
