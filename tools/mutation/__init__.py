"""Small changes to the reference, each of which the inputs of a quick run must notice."""
