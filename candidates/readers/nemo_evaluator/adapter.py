"""nemo-evaluator 0.3.0: what `HarborEnvironment.verify` makes of a verifier's files.

The package runs a task's tests/test.sh in a sandbox and looks for the reward there. The sandbox is
ours: it runs nothing, and has a verifier's folder at /logs/verifier. Without a readable reward.txt
the package takes the exit status of test.sh, which none of harbor's files has. So what is shown
is shown for both, `exit 0` and `exit 1`. The operation `verifier` has one answer: there the status
is 0 where the verifier left reward.txt or reward.json, and 1 where it left neither.
"""

import asyncio
import json
import shutil
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

from nemo_evaluator.environments.harbor import HarborEnvironment
from nemo_evaluator.metrics.headline import headline_score_metrics
from nemo_evaluator.sandbox.base import ExecResult

FILES = ("reward.txt", "reward.json")

type Numbers = dict[str, float | None]


class Folder:
    """A sandbox that runs nothing and has one verifier's folder."""

    def __init__(self, verifier: Path, status: int) -> None:
        """Take the folder, which need not exist, and the exit status of test.sh."""
        self.verifier, self.status = verifier, status

    async def exec(self, _command: str, **_options: object) -> ExecResult:
        """Answer as if the command had run."""
        return ExecResult(stdout="", stderr="", return_code=self.status)

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
        left = any(Path(folder, name).exists() for name in FILES)
        return {"rewards": {"reward": _reward(Path(folder), 0 if left else 1)}}


def of_trial(folder: Path) -> Numbers:
    """Return the reward of a trial whose test.sh wrote the files of this trial's verifier."""
    return _by_status(lambda status: _reward(folder / "verifier", status))


def of_job(folder: Path) -> Numbers | None:
    """Return the headline of a run with these trials."""
    found = _by_status(lambda status: _score(_headline(folder, status)))
    return None if None in found.values() else found


def passes(folder: Path) -> dict[str, float]:
    """Return the headline's pass@k by k; empty if a reward is neither 0 nor 1."""
    scores = _headline(folder, 0).items()
    found = ((name.partition("@"), score) for name, score in scores)
    return {k: float(score["value"]) for (word, _, k), score in found if word == "pass"}


def _by_status(number: Callable[[int], float | None]) -> Numbers:
    """Return a number for each exit status of test.sh, or one if they are equal."""
    first, second = number(0), number(1)
    if first == second or (first != first and second != second):  # noqa: PLR0124 - nan
        return {"": first}
    return {"exit 0": first, "exit 1": second}


def _score(headline: dict[str, dict[str, float]]) -> float | None:
    if not headline:
        return None
    found = headline["mean_reward"] if "mean_reward" in headline else headline["pass@1"]
    return float(found["value"])


def _headline(job: Path, status: int) -> dict[str, dict[str, float]]:
    rewards: dict[str, list[float]] = {}
    for result in sorted(job.glob("*/result.json")):
        task = json.loads(result.read_bytes())["task_name"]
        rewards.setdefault(task, []).append(_reward(result.parent / "verifier", status))
    repeats = max(map(len, rewards.values()), default=1)
    scores: dict[str, dict[str, float]] = headline_score_metrics(rewards, repeats)
    return scores


def _reward(verifier: Path, status: int) -> float:
    """Have the package verify a task whose tests have left this folder."""
    with tempfile.TemporaryDirectory() as task:
        Path(task, "tests").mkdir()
        # All that verify() needs of its environment is in what it is given.
        environment = HarborEnvironment.__new__(HarborEnvironment)
        sandbox = Folder(verifier, status)
        result = asyncio.run(environment.verify("", "", sandbox=sandbox, task_dir=task))
        return float(result.reward)
