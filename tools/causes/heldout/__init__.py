"""Wrong implementations, each with one mistake, that are held out to measure a diagnosis."""
