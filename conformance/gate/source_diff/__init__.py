"""What the code of two releases of harbor has otherwise, and which of it questions run."""
