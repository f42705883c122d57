"""Eleven places of harbor's own wheel, in two releases, each run as it is there."""
