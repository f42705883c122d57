"""The recorded cases: what was asked, and what harbor answered."""
