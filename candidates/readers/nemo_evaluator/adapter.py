"""nemo-evaluator 0.3.0: what `HarborEnvironment.verify` makes of a verifier's files.

The package runs a task's tests/test.sh in a sandbox and looks for the reward there. What stands
in for the sandbox is ours: it runs nothing, and has a verifier's folder at /logs/verifier. Where
there is no reward.txt that can be read, the package takes the exit status of test.sh, which none
of harbor's files has. So it is ours too: 0 where the verifier left reward.txt or reward.json, as
that of a script that came to its end, and 1 where it left neither.
"""

import asyncio
import json
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

from nemo_evaluator.environments.harbor import HarborEnvironment
from nemo_evaluator.metrics.headline import headline_score_metrics
from nemo_evaluator.sandbox.base import ExecResult

FILES = ("reward.txt", "reward.json")


class NoScoreError(Exception):
    """The package computes nothing for a job without trials."""


class Folder:
    """A sandbox that runs nothing and has one verifier's folder."""

    def __init__(self, verifier: Path) -> None:
        """Take the folder, which need not exist."""
        self.verifier = verifier

    async def exec(self, _command: str, **_options: object) -> ExecResult:
        """Answer as if the command had run."""
        left = any((self.verifier / name).exists() for name in FILES)
        return ExecResult(stdout="", stderr="", return_code=0 if left else 1)

    async def upload(self, local_path: Path, remote_path: str) -> None:
        """Take a file of the tests, and leave it where it is."""

    async def download(self, remote_path: str, local_path: Path) -> None:
        """Hand out a file of the verifier's folder; raises FileNotFoundError."""
        folder, _, name = remote_path.rpartition("/")
        if folder != "/logs/verifier":
            raise FileNotFoundError(remote_path)
        await asyncio.to_thread(shutil.copyfile, self.verifier / name, local_path)


def verifier(files: Mapping[str, bytes | None]) -> dict[str, dict[str, float]]:
    """Return the reward of one verifier's files."""
    with tempfile.TemporaryDirectory() as folder:
        for name, content in files.items():
            if content is not None:
                Path(folder, name).write_bytes(content)
        return {"rewards": {"reward": _reward(Path(folder))}}


def shown(job: Path) -> float:
    """Return the headline of a run whose tests left what the job's verifiers left."""
    scores = _headline(job)
    if not scores:
        raise NoScoreError
    headline = scores["mean_reward"] if "mean_reward" in scores else scores["pass@1"]
    return float(headline["value"])


def passes(job: Path) -> dict[str, float]:
    """Return the headline's pass@k by k: there is none where a reward is neither 0 nor 1."""
    scores = _headline(job).items()
    found = ((name.partition("@"), score) for name, score in scores)
    return {k: float(score["value"]) for (word, _, k), score in found if word == "pass"}


def _headline(job: Path) -> dict[str, dict[str, float]]:
    rewards: dict[str, list[float]] = {}
    for result in sorted(job.glob("*/result.json")):
        task = json.loads(result.read_bytes())["task_name"]
        rewards.setdefault(task, []).append(_reward(result.parent / "verifier"))
    repeats = max(map(len, rewards.values()), default=1)
    scores: dict[str, dict[str, float]] = headline_score_metrics(rewards, repeats)
    return scores


def _reward(verifier: Path) -> float:
    """Have the package verify a task whose tests have left this folder."""
    with tempfile.TemporaryDirectory() as task:
        Path(task, "tests").mkdir()
        # All that verify() needs of its environment is in what it is given.
        environment = HarborEnvironment.__new__(HarborEnvironment)
        sandbox = Folder(verifier)
        result = asyncio.run(environment.verify("", "", sandbox=sandbox, task_dir=task))
        return float(result.reward)
