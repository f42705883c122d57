"""Runs harbor's Job on known trials, and returns what it writes."""

import shutil
import weakref
from asyncio import AbstractEventLoop
from collections import defaultdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypedDict, cast

from harbor.job import Job
from harbor.metrics.base import BaseMetric
from harbor.metrics.factory import MetricFactory
from harbor.models.job.config import JobConfig
from harbor.models.metric.type import MetricType

from conformance.protocol.values import Value
from oracle import scratch
from oracle.driving import ReplayError, lacking, put
from oracle.job_loop import InlineLoop
from oracle.job_queue import KnownTrials, PlannedTrials
from oracle.job_surroundings import SteadyJob, cheap_surroundings
from oracle.trials import trial_result


class _JobInput(TypedDict):
    n_total_trials: int
    n_retries: int
    metrics: dict[str, list[str]]
    trials: list[Value]


class JobAdapter:
    """A fresh ``Job`` for each case, from ``Job.run()`` to the result.json that it writes.

    Only the run of a single trial is replaced (``oracle.job_queue``). One trial runs at a time, so
    that they finish in configured order. Raises any error of ``Job.run()``, and ReplayError if the
    folder cannot be written.
    """

    def __init__(self, parent: str | None = None) -> None:
        """Make the folder of the jobs below ``parent``."""
        folder, loop = scratch.folder(parent), InlineLoop()
        self._job_dir = Path(folder.name) / "job"
        self._loop = loop
        self.close = weakref.finalize(self, _close, folder, loop)
        """Remove the folder; this happens automatically when the adapter is deleted."""
        self._config = JobConfig(
            job_name=self._job_dir.name,
            jobs_dir=self._job_dir.parent,
            n_concurrent_trials=1,
            quiet=True,
        )

    def __call__(self, case: dict[str, Value]) -> Value:
        """Return ``{"stats": text}`` for the input of ``job`` in the protocol."""
        job_case = cast("_JobInput", case)
        try:
            with cheap_surroundings():
                return {"stats": stats_of(self._loop.run_until_complete(self._run(job_case)))}
        except (OSError, ExceptionGroup) as error:
            _refuse_full_disk(error)
            raise
        finally:
            shutil.rmtree(self._job_dir, ignore_errors=True)

    async def _run(self, job_case: _JobInput) -> bytes:
        job = SteadyJob(
            self._config,
            _task_configs=[],
            _metrics=metrics_table(job_case["metrics"]),
            _task_download_results={},
        )
        put(job, "_trial_configs", PlannedTrials(job_case["n_total_trials"]))  # its length is read
        prepare(job, job_case)
        await job.run()
        return job.written()


def prepare(job: Job, job_case: _JobInput) -> None:
    """Give a job the trials and retries of a case.

    A resumed job adds its retries to those of earlier runs in ``_n_retries``
    (harbor/job.py:259-263).
    """
    results = [trial_result(trial) for trial in job_case["trials"]]
    if len(results) > MOST_RUN:
        # As trials of an earlier run, since a job recomputes its metrics after each trial that it
        # runs.
        put(job, "_existing_trial_results", results)
        job._init_progress_tracking()  # noqa: SLF001 - which counts those that were cancelled
        results = []
    put(job, "_n_retries", job_case["n_retries"])
    KnownTrials(results).put_into(job)


MOST_RUN = 1_000
"""How many trials a job runs; further ones are those of an earlier run that it resumes."""


def metrics_table(metrics: dict[str, list[str]]) -> dict[str, list[BaseMetric[dict[str, float]]]]:
    """Return a table like that of ``Job._resolve_metrics`` (harbor/job.py:444)."""
    return defaultdict(
        list,
        {
            dataset: [MetricFactory.create_metric(MetricType(name)) for name in names]
            for dataset, names in metrics.items()
        },
    )


def stats_of(result: bytes) -> str:
    """Return the ``stats`` of a job's result.json unchanged, at the left margin.

    They are the last field, and the fields before them have no text of trials. JSON strings have no
    line breaks, so the margin follows every break.
    """
    text = result.decode("utf-8")
    start = text.index(_STATS) + len(_STATS)
    return text[start : text.rindex("\n}")].replace("\n    ", "\n")


_STATS = '\n    "stats": '


def _refuse_full_disk(error: OSError | ExceptionGroup) -> None:
    """Raise ReplayError for errors of the folder, which are not harbor's."""
    if isinstance(error, OSError) or error.subgroup(OSError):
        raise ReplayError(lacking(error) or str(error)) from error


def _close(folder: TemporaryDirectory[str], loop: AbstractEventLoop) -> None:
    loop.close()
    folder.cleanup()
