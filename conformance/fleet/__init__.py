"""Jobs, releases and readers on the workers of a scheduler."""
