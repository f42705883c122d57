"""Real readers of harbor's rewards: public packages, each in its own environment."""
