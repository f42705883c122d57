"""Whatever answers questions: how it is found, started, asked and ended."""
