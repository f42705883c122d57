"""auto-harness: what `TerminalBenchRunner` makes of the job that `harbor run` has left.

The runner calls harbor as a program and then reads the trials of the newest job folder. What
replaces that program is ours: it puts a job's result files where the runner looks. So is the
order in which a folder lists its trials: that of their names.
"""

import json
import math
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from unittest import mock

sys.path.insert(0, os.environ["READER_SOURCE"])

from benchmark import TerminalBenchRunner

type Rewards = dict[str, int | float]


def metric(question: Mapping[str, object]) -> dict[str, float]:
    """Return the score of trials that each are the only attempt at a task.

    Raises NotImplementedError for the other metrics.
    """
    if question["metric"] != "mean":
        raise NotImplementedError("there is one score, the mean")
    trials: list[Rewards | None] = question["rewards"]  # type: ignore[assignment] # the protocol

    def run(job: Path) -> None:
        for place, rewards in enumerate(trials):
            trial = job / f"task-{place:06}__attempt"
            trial.mkdir()
            (trial / "result.json").write_bytes(_result_json(f"task-{place:06}", rewards))

    return {"mean": _run(run)[1]}


def of_trial(folder: Path) -> float | tuple[None, str] | None:
    """Return the reward that the runner has of a task, or the word that it prints without one."""
    results, _ = _run(_copied([folder / "result.json"]))
    if not results:
        return None
    (reward,) = results.values()
    return (None, "INFRA_ERR") if reward is None else reward


def of_job(folder: Path) -> float:
    """Return the score of a job."""
    return _run(_copied(folder.glob("*/result.json")))[1]


def _copied(files: Iterable[Path]) -> Callable[[Path], None]:
    def run(new: Path) -> None:
        for result in files:
            (new / result.parent.name).mkdir()
            shutil.copyfile(result, new / result.parent.name / "result.json")

    return run


def _run(run: Callable[[Path], None]) -> tuple[dict[str, float | None], float]:
    """Return the runner's rewards by task, and its score, for a folder as ``run`` fills it."""
    with tempfile.TemporaryDirectory() as folder:

        def harbor_run(command: list[str], **_options: object) -> object:
            job = Path(folder, "job")
            job.mkdir()
            run(job)
            return subprocess.CompletedProcess(command, 0, "", "")

        names = os.listdir
        with (
            mock.patch("subprocess.run", harbor_run),
            mock.patch("os.listdir", lambda path: sorted(names(path))),
        ):
            runner = TerminalBenchRunner(split=None, jobs_dir=folder)
            results = runner.run()
            return results, float(runner.val_score(results))


def _result_json(task: str, rewards: Rewards | None) -> bytes:
    """Return what the runner reads of the file as harbor writes it: what is not finite is null."""
    if rewards is None:
        result = None
    else:
        result = {"rewards": {name: _finite_or_none(value) for name, value in rewards.items()}}
    return json.dumps({"task_name": task, "verifier_result": result}).encode()


def _finite_or_none(value: float) -> float | None:
    return value if isinstance(value, int) or math.isfinite(value) else None
