"""What public readers of harbor's rewards show for the same jobs, and how they answer the suite."""
