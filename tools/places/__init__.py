"""``python -m tools.places docs`` writes "One job, eleven numbers"."""
