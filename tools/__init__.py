"""For developers of this project: how much its inputs notice, and how much of harbor they run."""
