"""nemo-evaluator, run on harbor's reward files."""
