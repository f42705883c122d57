"""Runs harbor's reading of a trial's result.json when a job is resumed."""

import asyncio
import weakref
from pathlib import Path
from typing import cast

from harbor.job import Job
from harbor.models.job.config import JobConfig
from harbor.models.trial.config import EnvironmentConfig, TaskConfig
from harbor.models.trial.paths import TrialPaths
from harbor.models.trial.result import TrialResult

from conformance.protocol.values import Value
from oracle import scratch
from oracle.driving import ReplayError, in_short, meant
from oracle.environment import ReplayEnvironment
from oracle.verifier import lay_out_task


class TrialPassedOverError(Exception):
    """harbor does not read the trial, and only logs it.

    0.13.1 raises the error; releases since 0.16.0 go on (harbor/job.py:232-257 there).
    """


class TrialResultAdapter:
    """The real ``Job``, which reads again the only trial in its folder.

    ``Job.create()`` does the same when a job is resumed, and ``tests/test_long_way.py`` compares it
    with this adapter. Raises any error that harbor raises.
    """

    def __init__(self, parent: str | None = None) -> None:
        """Lay out a job of one trial in a new folder below ``parent``; raises ReplayError."""
        try:
            folder = scratch.folder(parent)
            self.close = weakref.finalize(self, folder.cleanup)
            """Remove the job's folder; this happens automatically when the adapter is deleted."""
            self._job = asyncio.run(Job.create(job_config(Path(folder.name))))
            self._job._close_logger_handlers()  # noqa: SLF001 - what run() ends with (job.py:776)
            self._result_path = lay_out_trial(self._job).result_path
        except OSError as error:
            raise ReplayError(in_short(error)) from error

    def __call__(self, case: dict[str, Value]) -> Value:
        """Return ``{"verifier_result": …, "exception": …}`` for ``{"result": bytes}``."""
        job = self._job
        try:
            self._result_path.write_bytes(cast("bytes", case["result"]))
        except OSError as error:
            raise ReplayError(in_short(error)) from error
        # What Job() does to resume (job.py:101).
        job._maybe_init_existing_job()  # type: ignore[no-untyped-call] # noqa: SLF001
        read = job._existing_trial_results  # noqa: SLF001 - what it has just read
        if not read:
            raise meant(TrialPassedOverError("harbor goes on without the trial's result"))
        (trial_result,) = read
        return described(trial_result)


def described(trial_result: TrialResult) -> Value:
    """Return the answer for harbor's trial result."""
    result, exception = trial_result.verifier_result, trial_result.exception_info
    return {
        "verifier_result": None if result is None else {"rewards": cast("Value", result.rewards)},
        "exception": None if exception is None else exception.exception_type,
    }


def job_config(folder: Path) -> JobConfig:
    """Return the configuration of a job of one trial, whose task is in ``folder``."""
    return JobConfig(
        job_name="job",
        jobs_dir=folder / "jobs",
        tasks=[TaskConfig(path=lay_out_task(folder / "task"))],
        environment=EnvironmentConfig(
            import_path=f"{ReplayEnvironment.__module__}:{ReplayEnvironment.__name__}"
        ),
    )


def lay_out_trial(job: Job) -> TrialPaths:
    """Write what an interrupted job leaves behind, except its trial's result.json."""
    (trial_config,) = job._trial_configs  # noqa: SLF001 - the trial writes it
    paths = TrialPaths(job.job_dir / "trial")
    paths.trial_dir.mkdir()
    paths.config_path.write_text(trial_config.model_dump_json(indent=4))
    job_config_path = job._job_config_path  # noqa: SLF001 - run() writes it (job.py:676)
    job_config_path.write_text(job.config.model_dump_json(indent=4))
    return paths
