"""Wrong implementations, each with a mistake that a public thread reports or fixes."""
