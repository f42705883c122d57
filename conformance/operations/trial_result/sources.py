"""The lines of harbor that the clauses of trial_result rest on."""

from conformance.operations.clause import Source

READ = Source("harbor/job.py", 229, 229)
WRITE = Source("harbor/trial/trial.py", 328, 328)

RESULTS = "harbor/models/trial/result.py"

TRIAL = Source(RESULTS, 69, 88)
RESULT = Source(RESULTS, 80, 80)
EXCEPTION = Source(RESULTS, 20, 26)
REWARDS = Source("harbor/models/verifier/result.py", 5, 5)
