"""The recorded cases: inputs, and what harbor answered."""
