"""The questions, one module an operation."""
