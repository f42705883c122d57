"""What harbor requires of what is tried again, and of tasks of several steps."""

from conformance.model import Clause, Source

_QUEUE = "harbor/trial/queue.py"
_JOB = "harbor/job.py"
_CONFIG = "harbor/models/job/config.py"
_STEP = "harbor/trial/multi_step.py"
_TRIES = Source(_QUEUE, 111, 131, "for attempt in range(self._retry_config.max_retries + 1):")
_SHOULD = Source(_QUEUE, 70, 90, "def _should_retry_exception(")
_REMOVED = Source(_QUEUE, 133, 133, "shutil.rmtree(trial.paths.trial_dir, ignore_errors=True)")
_EXCLUDED = Source(_CONFIG, 231, 241, "exclude_exceptions: set[str] | None = Field(")
_COUNTED = Source(_JOB, 409, 420, "def _remove_completed_attempt_for_retry(")
_RUN = Source(_STEP, 32, 49, "self.result.step_results = []")
_STOP = Source(_STEP, 164, 194, "def _should_stop_after_step(")
_SELECT = Source(_STEP, 196, 201, "def _select_multi_step_reward(")
_LEAST = Source(_STEP, 233, 248, "def _min_reward_failure(")
_FAILURE = Source(_STEP, 159, 160, "if step_result.exception_info is None:")
_AGENT = Source(_STEP, 117, 118, "except Exception as exc:")
_SETUP = Source(_STEP, 296, 320, "async def _run_step_setup(")
_HEALTH = Source(_STEP, 332, 334, "except HealthcheckError as exc:")
_UNPREPARED = Source(_STEP, 73, 75, "if step_result.exception_info is not None:")
_EMPTIED = Source(_STEP, 276, 283, "async def _reset_shared_step_verifier_dirs(")
_ARCHIVED = Source(_STEP, 336, 345, "def _archive_step_outputs(")

CLAUSES = (
    Clause(
        "run.retries",
        "A trial that ends in an exception is tried up to max_retries more times; the last try "
        "alone counts, with its rewards and its usage, and n_retries counts the others.",
        (_TRIES, _COUNTED),
    ),
    Clause(
        "run.not-retried",
        "Unless the job names others, nothing is tried again after AgentTimeoutError, "
        "VerifierTimeoutError, RewardFileNotFoundError, RewardFileEmptyError and "
        "VerifierOutputParseError, and everything else is, rewards or not.",
        (_EXCLUDED, _SHOULD),
    ),
    Clause(
        "run.retried-names",
        "Exceptions are included and excluded by their own name, not by that of a base class; an "
        "excluded name is not tried again even if included, and an empty list counts as none.",
        (_SHOULD,),
    ),
    Clause(
        "run.clean-retries",
        "A try finds nothing of what an earlier one left: its trial's folder is removed.",
        (_REMOVED,),
    ),
    Clause(
        "run.steps",
        "Steps are played in their order, each with a result of its own, and the trial's rewards "
        "are the last one's with the strategy final, and otherwise the mean over them.",
        (_RUN, _SELECT),
    ),
    Clause(
        "run.min-reward",
        "A step whose reward, or any of the named rewards, is missing or below min_reward is the "
        "last one; equal is enough, and against nan nothing is below.",
        (_STOP, _LEAST),
    ),
    Clause(
        "run.step-failure",
        "A step with an exception and no verifier result is the last one, but its exception is not "
        "the trial's: nothing is counted as an error and nothing is tried again.",
        (_STOP, _FAILURE),
    ),
    Clause(
        "run.step-agent",
        "After any exception of the agent in a step the step is verified all the same, and with a "
        "verifier result the next one follows.",
        (_AGENT, _STOP),
    ),
    Clause(
        "run.step-preparation",
        "A step whose set-up script or health check fails, with RuntimeError and HealthcheckError, "
        "runs neither its agent nor its tests, and is the last one.",
        (_SETUP, _HEALTH, _UNPREPARED),
    ),
    Clause(
        "run.step-stale-reward",
        "In a step only what its own test script leaves counts: the verifier's folder is emptied "
        "before it, and moved away after it.",
        (_EMPTIED, _ARCHIVED),
    ),
)
