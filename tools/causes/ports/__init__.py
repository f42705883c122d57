"""Wrong implementations, each with one mistake that a port to another language would make."""
