"""hud 0.6.21 with its integration of Harbor tasks, asked as it is installed."""
