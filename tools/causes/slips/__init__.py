"""Wrong implementations, each with one slip of an author who knows the rules."""
