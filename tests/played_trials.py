"""Trials with results that are known already, run by harbor's own queue in a job it created."""

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from harbor.job import Job
from harbor.models.job.config import JobConfig
from harbor.models.trial.config import TaskConfig, TrialConfig
from harbor.models.trial.result import TrialResult
from harbor.trial.hooks import HookCallback, TrialEvent
from harbor.trial.trial import Trial

from conformance.protocol.values import Answer, Case, Failure, Result, Value
from oracle.job import metrics_table, stats_of
from oracle.trials import trial_config, trial_result
from oracle.verifier import lay_out_task


class PlayedTrial:
    """A trial that harbor's own queue runs, and that announces its events as harbor's do."""

    _emit = vars(Trial)["_emit"]

    def __init__(self, config: TrialConfig, result: TrialResult, *, announces: bool) -> None:
        """Take the result that the trial is to have, and whether it announces a cancellation."""
        self.config, self._result, self._announces = config, result, announces
        self.task = SimpleNamespace(name=result.task_name)
        self._hooks: dict[TrialEvent, list[HookCallback]] = {event: [] for event in TrialEvent}

    def add_hook(self, event: TrialEvent, hook: HookCallback) -> None:
        """Take a hook of the queue."""
        self._hooks[event].append(hook)

    async def run(self) -> TrialResult:
        """Announce the start and the end."""
        await self._emit(TrialEvent.START)
        await self.cancel()
        await self._emit(TrialEvent.END)
        return self._result

    async def cancel(self) -> None:
        """Announce that the trial is cancelled, which has a result nevertheless."""
        failed = self._result.exception_info
        if self._announces and failed is not None and failed.exception_type == "CancelledError":
            await self._emit(TrialEvent.CANCEL)


def play(monkeypatch: pytest.MonkeyPatch, results: list[TrialResult], *, announces: bool) -> None:
    """Let the trials that harbor's queue creates have these results, one after the other."""
    rest = iter(results)

    async def create(config: TrialConfig) -> PlayedTrial:
        return PlayedTrial(config, next(rest), announces=announces)

    monkeypatch.setattr(Trial, "create", create)


async def run_plainly(config: JobConfig, asked: Case, results: list[TrialResult]) -> None:
    """Run a job that harbor created, with the case's trials in place of its own."""
    job = await Job.create(config)
    known = vars(job)  # what the constructor worked out of the configuration
    known["_metrics"] = metrics_table(cast("dict[str, list[str]]", asked.input["metrics"]))
    known["_trial_configs"] = known["_trial_configs"][: planned(asked)]
    known["_remaining_trial_configs"] = [trial_config(result) for result in results]
    known["_n_retries"] = asked.input["n_retries"]
    await job.run()


def planned(asked: Case) -> int:
    return cast("int", asked.input["n_total_trials"])


def ask_plainly(
    folder: Path, asked: Case, *, quiet: bool = True, announces: bool = False
) -> Answer:
    """Ask a created Job with its progress bar, its lock file, its queue, threads and loop."""
    results = [trial_result(described) for described in cast("list[Value]", asked.input["trials"])]
    config = JobConfig(
        job_name="job",
        jobs_dir=folder / "jobs",
        tasks=[TaskConfig(path=lay_out_task(folder / "task"))],
        n_attempts=max(planned(asked), 1),
        n_concurrent_trials=1,
        quiet=quiet,
    )
    with pytest.MonkeyPatch.context() as monkeypatch:
        play(monkeypatch, results, announces=announces)
        try:
            asyncio.run(run_plainly(config, asked, results))
        except Exception as error:  # noqa: BLE001 - any error of harbor is its answer
            return Failure(type(error).__name__)
    return Result({"stats": stats_of((folder / "jobs/job/result.json").read_bytes())})
