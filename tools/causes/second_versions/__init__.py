"""What goes wrong in second versions of a runner: refactored, faster, more careful, or merged."""
