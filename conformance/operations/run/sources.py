"""The lines of harbor that clauses of several subjects rest on."""

from conformance.operations.clause import Source

JOB = "harbor/job.py"
JOB_CONFIG = "harbor/models/job/config.py"
JOB_RESULT = "harbor/models/job/result.py"
TRIAL = "harbor/trial/trial.py"
SINGLE_STEP = "harbor/trial/single_step.py"
VERIFIER = "harbor/verifier/verifier.py"

# Which trials there are, and what becomes of their results.
COMBINED = Source(
    JOB, 725, 774, "combined_trial_results = self._existing_trial_results + trial_results"
)
REGISTERED = Source(JOB_CONFIG, 182, 189, "case LocalTaskId():")

# What is recorded of a trial.
RUN = Source(TRIAL, 286, 307, "async def run(self) -> TrialResult:")
RECORD = Source(TRIAL, 331, 340, "def _record_exception(self, exc: BaseException) -> None:")
START_TIMEOUT = Source(TRIAL, 795, 797, "raise EnvironmentStartTimeoutError(")
SETUP_TIMEOUT = Source(TRIAL, 817, 819, "raise AgentSetupTimeoutError(")
AGENT_TIMEOUT = Source(TRIAL, 385, 387, "raise AgentTimeoutError(")
VERIFIER_TIMEOUT = Source(SINGLE_STEP, 95, 98, "except asyncio.TimeoutError as exc:")

# What a job that is run again finds.
KEPT = Source(JOB, 216, 230, "for trial_dir in self.job_dir.iterdir():")
MATCHED = Source(JOB, 265, 295, "def _init_remaining_trial_configs(self):")
UNMATCHED = Source(
    JOB, 291, 292, "if len(matched_existing_indices) != len(self._existing_trial_configs):"
)
FIRST = Source(
    JOB, 725, 725, "combined_trial_results = self._existing_trial_results + trial_results"
)
CHANGED = Source(JOB, 210, 214, "if existing_config != self.config:")
EQUAL = Source(JOB_CONFIG, 306, 312, "def __eq__(self, other):")
LOCK = Source(JOB, 573, 587, "if self._job_lock_path.exists():")
OLD_RESULT = Source(JOB, 80, 82, "JobResult.model_validate_json(self._job_result_path.read_text())")
RETRIES = Source(JOB, 260, 263, "self._existing_job_result.stats.n_retries")
READ = Source(JOB, 229, 229, "TrialResult.model_validate_json(trial_paths.result_path.read_text())")
REWARDS = Source(
    "harbor/models/verifier/result.py", 5, 5, "rewards: dict[str, float | int] | None = None"
)
LOCK_EQUAL = Source("harbor/models/job/lock.py", 216, 222, "def _equality_key(self)")
