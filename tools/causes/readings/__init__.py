"""Wrong implementations, each with one mistake, from a fresh reading of the texts."""
