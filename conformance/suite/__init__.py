"""The checks of a candidate, one module an operation."""
