"""inspect-harbor's scorer, called with a folder in the place of its sandbox.

The sandbox is inspect's own for local files, whose ``/logs/verifier`` is a folder of ours and
whose commands do nothing: the files are there already. All else is the package's, and inspect's.
"""

import asyncio
import gc
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import inspect_ai
from inspect_ai.dataset import Sample
from inspect_ai.log import EvalLog
from inspect_ai.util import ExecResult, SandboxEnvironment, sandboxenv
from inspect_ai.util._sandbox.context import (
    sandbox_default_context_var,
    sandbox_environments_context_var,
)
from inspect_ai.util._sandbox.local import LocalSandboxEnvironment
from inspect_harbor import harbor_scorer
from inspect_harbor._harbor.scorer import _parse_reward_file

type Number = int | float
type Environments = dict[str, SandboxEnvironment]

gc.freeze()  # otherwise what the packages brought along is searched for garbage at the end


@sandboxenv(name="verifier_folder")
class VerifierFolder(LocalSandboxEnvironment):  # type: ignore[misc] # a class of another package
    """A sandbox in which a verifier has run: its files are read, and its commands do nothing."""

    def __init__(self, folder: Path | None = None) -> None:
        """Take the folder that has reward.txt and reward.json, or else have one."""
        super().__init__()
        self.folder = folder or Path(self.directory.name)

    @classmethod
    async def sample_init(cls, *arguments: object) -> Environments:
        """Return the sandbox of a sample, whose metadata name the folder."""
        metadata = arguments[2]
        return {"default": cls(Path(metadata["folder"]))}  # type: ignore[index] # names and texts

    async def exec(self, *_arguments: object, **_options: object) -> ExecResult[str]:
        """Return that a command succeeded."""
        return ExecResult(success=True, returncode=0, stdout="", stderr="")

    def _resolve_file(self, file: str) -> str:
        return str(self.folder / Path(file).name)


def verifier(files: dict[str, bytes | None]) -> dict[str, dict[str, Number]]:
    """Return all named values that a score keeps, and otherwise its value as ``reward``.

    A truth value is kept as one: it is returned as the number that it is in Python.
    """
    sandbox = _sandbox()
    _write(sandbox.folder, files)
    value, named = asyncio.run(_score(sandbox))
    kept = {"reward": value} if named is None else named
    return {"rewards": {name: int(v) if v is True or v is False else v for name, v in kept.items()}}


def of_trial(folder: Path) -> float | tuple[None, str]:
    """Return the value of a sample's score, or the error that ends the evaluation."""
    with _evaluated([folder]) as log:
        if log.samples and log.samples[0].scores:
            (score,) = log.samples[0].scores.values()
            return float(score.value)
        return None, f"{log.status}: {log.error.message.partition('(')[0]}"


def of_job(folder: Path) -> float | tuple[None, str]:
    """Return the accuracy of an evaluation whose samples are the trials of a job.

    There is none where a sample has an error, which ends the evaluation.
    """
    with _evaluated(sorted(result.parent for result in folder.glob("*/result.json"))) as log:
        if log.results is None:
            return None, str(log.status)
        return float(log.results.scores[0].metrics["accuracy"].value)


@contextmanager
def _evaluated(trials: list[Path]) -> Iterator[EvalLog]:
    """Yield the log of an evaluation, which is read from its file as far as it is needed."""
    with tempfile.TemporaryDirectory() as logs:
        metadata = {"tests_dir": logs, "test_path": f"{logs}/test.sh"}
        samples = [
            Sample(input="", metadata={**metadata, "folder": str(trial / "verifier")})
            for trial in trials
        ]
        task = inspect_ai.Task(
            samples, solver=[], scorer=harbor_scorer(), sandbox="verifier_folder"
        )
        (log,) = inspect_ai.eval(task, model="mockllm/model", display="none", log_dir=logs)
        yield log


@cache
def _sandbox() -> VerifierFolder:
    """Return the sandbox of all cases; it goes with the process."""
    return VerifierFolder()


async def _score(sandbox: VerifierFolder) -> tuple[float, dict[str, Number] | None]:
    sandbox_environments_context_var.set({"default": sandbox})
    sandbox_default_context_var.set("default")
    return await _parse_reward_file(0)  # type: ignore[no-any-return] # of another package


def _write(folder: Path, files: dict[str, bytes | None]) -> None:
    for name, content in files.items():
        if content is None:
            (folder / name).unlink(missing_ok=True)
        else:
            (folder / name).write_bytes(content)
