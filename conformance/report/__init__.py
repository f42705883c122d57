"""How a verdict is published: for a terminal, as JSON, and as JUnit XML."""
