"""The lines of harbor that the clauses of trial_result rest on."""

from conformance.operations.clause import Source

READ = Source("harbor/job.py", 229, 229, "TrialResult.model_validate_json(")
WRITE = Source("harbor/trial/trial.py", 328, 328, "self.result.model_dump_json(indent=4)")

RESULTS = "harbor/models/trial/result.py"

TRIAL = Source(RESULTS, 69, 88, "class TrialResult(BaseModel)")
RESULT = Source(RESULTS, 80, 80, "verifier_result: VerifierResult | None = None")
EXCEPTION = Source(RESULTS, 20, 26, "class ExceptionInfo(BaseModel)")
REWARDS = Source("harbor/models/verifier/result.py", 5, 5, "rewards: dict[str, float | int]")
