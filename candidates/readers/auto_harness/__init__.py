"""auto-harness, run on jobs of harbor's."""
