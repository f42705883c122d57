"""Small changes to the reference, each of which the inputs must notice."""
