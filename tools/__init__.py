"""Tools for developers: what the inputs notice, and how much of harbor they run."""
