"""The recorded cases: inputs, and harbor's answers."""
