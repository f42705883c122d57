"""The legacy Harbor task set of verifiers, scored with a folder in the place of its sandbox.

The client of sandboxes is ours. It runs the package's own shell command where that reads the
reward files, with our folder for ``/logs/verifier``, and decodes the output as the real client
does, with U+FFFD for bytes that are not UTF-8. All other commands do nothing.
"""

import asyncio
import gc
import json
import logging
import subprocess
import tempfile
from functools import cache
from pathlib import Path
from types import SimpleNamespace

from verifiers.legacy.envs.experimental.composable.tasksets.harbor.harbor import HarborTaskSet
from verifiers.legacy.types import State
from verifiers.legacy.utils.metric_utils import PassAtKMetric, RewardMetric

VERIFIER_LOGS = "/logs/verifier"

gc.freeze()  # otherwise what the package brought along is searched for garbage at the end
logging.disable(logging.ERROR)


class VerifierFolder:
    """A client of a sandbox in which a verifier has run."""

    def __init__(self, folder: Path) -> None:
        """Take the folder that has reward.txt and reward.json."""
        self._folder = folder

    async def execute_command(self, _id: str, command: str, **_: object) -> SimpleNamespace:
        """Return what reading prints; another command succeeds."""
        if f"cat {VERIFIER_LOGS}/" not in command:
            return _printed(b"")
        here = command.replace(VERIFIER_LOGS, ".")
        ran = subprocess.run(["/bin/sh", "-c", here], cwd=self._folder, capture_output=True)  # noqa: ASYNC221, PLW1510, S603 - a short command
        return _printed(ran.stdout)

    async def run_background_job(self, *_: object, **_options: object) -> SimpleNamespace:
        """Return that the tests ran."""
        return _printed(b"")

    async def upload_file(self, *_: object) -> None:
        """Drop what would go into a container."""


def verifier(files: dict[str, bytes | None]) -> dict[str, dict[str, float]]:
    """Return the reward of a rollout."""
    folder = Path(_folder().name)
    for name, content in files.items():
        if content is None:
            (folder / name).unlink(missing_ok=True)
        else:
            (folder / name).write_bytes(content)
    return {"rewards": {"reward": _reward(folder)}}


def of_trial(folder: Path) -> float:
    """Return the reward of a rollout."""
    return _reward(folder / "verifier")


def of_job(folder: Path) -> float:
    """Return the mean of the rewards of all trials, as the metadata of an evaluation have it."""
    metric = RewardMetric()
    metric.add_outputs([{"reward": _reward(trial / "verifier")} for trial in _trials(folder)])
    return float(metric.compute())


def passes(job: Path) -> dict[str, float]:
    """Return pass@k of all tasks, with as many rollouts as the first task has trials."""
    trials = _trials(job)
    tasks = [str(json.loads((trial / "result.json").read_bytes())["task_name"]) for trial in trials]
    metric = PassAtKMetric(tasks.count(tasks[0]))
    for task, trial in zip(tasks, trials, strict=True):
        metric.add_output({"example_id": tasks.index(task), "reward": _reward(trial / "verifier")})
    return dict(metric.compute()[0])


def _trials(job: Path) -> list[Path]:
    return sorted(path for path in job.iterdir() if (path / "result.json").is_file())


def _reward(folder: Path) -> float:
    return asyncio.run(_scored(folder))


async def _scored(folder: Path) -> float:
    tasks = _tasks()
    given = {"info": dict(tasks.dataset[0]["info"]), "prompt": [], "completion": []}
    state = State(**given, sandbox_client=VerifierFolder(folder), sandbox_id="folder")
    await tasks.get_rubric().score_rollout(state)
    return float(state["reward"])


@cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    """Return the folder of a task, and of all inputs; it goes with the process."""
    folder = tempfile.TemporaryDirectory()
    (Path(folder.name) / "task.toml").touch()
    (Path(folder.name) / "instruction.md").touch()
    return folder


@cache
def _tasks() -> HarborTaskSet:
    return HarborTaskSet(_folder().name)


def _printed(output: bytes) -> SimpleNamespace:
    return SimpleNamespace(exit_code=0, stdout=output.decode(errors="replace"), stderr="")
