"""tinker-cookbook 0.6.1 with its recipe for Harbor tasks, asked as it is installed."""
