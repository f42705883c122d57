"""What is wrong with a candidate: the deviations that reproduce its answers."""
