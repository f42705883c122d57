"""hud 0.6.21 with its integration of Harbor tasks, run as it is installed."""
