"""Real readers of harbor's rewards: public packages, each in an environment of its own."""
