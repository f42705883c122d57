"""What harbor requires of a job that is interrupted, or run again in the same folder."""

from conformance.model import Clause, Source

_JOB = "harbor/job.py"
_TRIAL = "harbor/trial/trial.py"
_KEPT = Source(_JOB, 216, 230, "for trial_dir in self.job_dir.iterdir():")
_REMOVED = Source(_JOB, 222, 223, "if not trial_paths.result_path.exists():")
_MATCHED = Source(_JOB, 265, 295, "def _init_remaining_trial_configs(self):")
_UNMATCHED = Source(
    _JOB, 291, 292, "if len(matched_existing_indices) != len(self._existing_trial_configs):"
)
_FIRST = Source(
    _JOB, 725, 725, "combined_trial_results = self._existing_trial_results + trial_results"
)
_CHANGED = Source(_JOB, 210, 214, "if existing_config != self.config:")
_EQUAL = Source("harbor/models/job/config.py", 306, 312, "def __eq__(self, other):")
_LOCK = Source(_JOB, 573, 587, "if self._job_lock_path.exists():")
_NO_CONFIG = Source(_JOB, 203, 204, "if not self._job_config_path.exists():")
_OLD_RESULT = Source(
    _JOB, 80, 82, "JobResult.model_validate_json(self._job_result_path.read_text())"
)
_RETRIES = Source(_JOB, 260, 263, "self._existing_job_result.stats.n_retries")
_READ = Source(
    _JOB, 229, 229, "TrialResult.model_validate_json(trial_paths.result_path.read_text())"
)
_REWARDS = Source(
    "harbor/models/verifier/result.py", 5, 5, "rewards: dict[str, float | int] | None = None"
)
_ORCHESTRATOR = Source(
    "harbor/models/job/config.py", 282, 302, "def _migrate_orchestrator_config(cls, data):"
)
_STATUS = Source("harbor/models/job/result.py", 247, 291, "def _derive_progress_stats(cls, data")
_LOCK_EQUAL = Source("harbor/models/job/lock.py", 216, 222, "def _equality_key(self)")
_CANCELLED = Source(_TRIAL, 293, 298, "except asyncio.CancelledError as exc:")
_PROGRESS = Source(
    _JOB, 613, 653, "async def _on_trial_completed(self, event: TrialHookEvent) -> None:"
)
_WRITTEN = Source(
    _TRIAL, 328, 328, "self.paths.result_path.write_text(self.result.model_dump_json(indent=4))"
)

CLAUSES = (
    Clause(
        "run.resume-keeps",
        "When a job is run again, trials that have a result are kept, be it an exception or a "
        "cancellation, and only the others are run.",
        (_KEPT, _MATCHED),
    ),
    Clause(
        "run.resume-order",
        "Kept trials count first, in the order in which the file system lists their folders, and "
        "those that are run now after them, in configured order.",
        (_KEPT, _FIRST),
    ),
    Clause(
        "run.resume-unfinished",
        "A folder without result.json below the job's is removed, whatever else is in it, and its "
        "trial is run anew.",
        (_REMOVED, _MATCHED),
    ),
    Clause(
        "run.resume-changed",
        "A job that is configured otherwise, but for its name and debug, or whose tasks have "
        "changed, is not run again in the same folder: the error is FileExistsError.",
        (_CHANGED, _EQUAL, _LOCK),
    ),
    Clause(
        "run.resume-damaged",
        "A result or configuration, of the job or of a trial, that cannot be read is a "
        "ValidationError, a missing configuration of a trial a FileNotFoundError, and an "
        "unreadable lock, or a trial that is not planned, a ValueError.",
        (_OLD_RESULT, _READ, _LOCK, _UNMATCHED),
    ),
    Clause(
        "run.resume-not-finite",
        "A job with a reward of nan or infinity is not run again: harbor writes such a reward as "
        "null and reads it back as a ValidationError.",
        (_WRITTEN, _READ, _REWARDS),
    ),
    Clause(
        "run.resume-without-files",
        "Without the job's result the retries so far are forgotten, without its configuration all "
        "trials are run anew beside the old ones, and a missing lock is written again.",
        (_NO_CONFIG, _RETRIES, _LOCK),
    ),
    Clause(
        "run.resume-earlier",
        "A job that an earlier process wrote is run again from its files alone: trials that have "
        "a result are kept with what it says, and only the others are run.",
        (_KEPT, _MATCHED, _FIRST, _RETRIES),
    ),
    Clause(
        "run.resume-earlier-forms",
        "In files that another release wrote, members that harbor does not know are ignored, "
        "missing ones have their defaults, and two older forms are understood.",
        (_ORCHESTRATOR, _STATUS, _EQUAL, _LOCK_EQUAL),
    ),
    Clause(
        "run.resume-earlier-refused",
        "A job that an earlier process wrote is not run again if a reward of it is null, if a file "
        "cannot be read, or if its configuration, a secret or its lock is another.",
        (_READ, _REWARDS, _OLD_RESULT, _CHANGED, _LOCK_EQUAL, _LOCK, _UNMATCHED),
    ),
    Clause(
        "run.interruption",
        "An interrupted job leaves a result over the trials that have ended and those under way, "
        "which end in CancelledError unless only their environment was left to be stopped; it "
        "tries nothing again, and the other trials are pending.",
        (_CANCELLED, _PROGRESS),
    ),
)
