"""The Harbor task set of verifiers, scored with a folder in the place of its runtime.

The runtime is the package's own for local processes, whose ``/logs/verifier`` is a folder of ours
and whose commands only say whether a file is there. All else is the package's.
"""

import asyncio
import gc
import tempfile
from functools import cache
from pathlib import Path

from verifiers.v1.agent import AgentConfig
from verifiers.v1.runtimes.base import ProgramResult
from verifiers.v1.runtimes.subprocess import SubprocessConfig, SubprocessRuntime
from verifiers.v1.state import State
from verifiers.v1.tasksets.harbor.taskset import REWARD_JSON, HarborData, HarborTask
from verifiers.v1.trace import AgentInfo, Trace, TraceTask
from verifiers.v1.utils.format import format_mean

type Number = int | float

gc.freeze()  # otherwise what the package brought along is searched for garbage at the end


class VerifierFolder(SubprocessRuntime):  # type: ignore[misc] # a class of another package
    """A runtime in which a verifier has run: its files are read, and its commands do nothing."""

    def __init__(self, folder: Path) -> None:
        """Take the folder that has reward.txt and reward.json."""
        super().__init__(SubprocessConfig())
        self.workdir = folder

    async def run(self, argv: list[str], _env: dict[str, str]) -> ProgramResult:
        """Return that a command succeeded, or that there is no reward.json, if that is tested."""
        missing = argv[-1] == REWARD_JSON and not (self.workdir / "reward.json").exists()
        return ProgramResult(int(missing), "", "")

    async def write(self, path: str, data: bytes) -> None:
        """Drop what would go into a container."""

    async def _read(self, path: str, max_bytes: int | None = None) -> bytes:
        return await super()._read(Path(path).name, max_bytes)  # type: ignore[no-any-return] # of another package


def verifier(files: dict[str, bytes | None]) -> dict[str, dict[str, Number]]:
    """Return the reward of a trace, and its metrics, which keep the other values."""
    folder = Path(_folder().name)
    _write(folder, files)
    trace = _trace()
    asyncio.run(_task().score(trace, VerifierFolder(folder)))
    return {"rewards": {name: r.score for name, r in trace.rewards.items()} | trace.metrics}


def of_trial(folder: Path) -> float:
    """Return the reward of a trace, or raise what scoring it raises."""
    trace = _trace()
    _score(trace, folder)
    return float(trace.reward)


def of_job(folder: Path) -> dict[str, float] | None:
    """Return the mean that an evaluation prints, and the second one that it has in brackets.

    The first is over the traces without errors, the second over all. None where it prints a dash.
    """
    traces = []
    for place in sorted(result.parent for result in folder.glob("*/result.json")):
        traces.append(_trace())
        try:
            _score(traces[-1], place)
        except Exception as error:  # noqa: BLE001 - the package records any
            traces[-1].record_error(error)
    printed = format_mean(traces, lambda trace: trace.reward).replace("(", "").replace(")", "")
    if printed == "—":
        return None
    return dict(zip(("", "all"), map(float, printed.split()), strict=False))


def _score(trace: Trace, trial: Path) -> None:
    asyncio.run(_task().score(trace, VerifierFolder(trial / "verifier")))


@cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    """Return the folder of all inputs, with a task's; it goes with the process."""
    folder = tempfile.TemporaryDirectory()
    (Path(folder.name) / "tests").mkdir()
    return folder


@cache
def _task() -> HarborTask:
    return HarborTask(HarborData(task_dir=_folder().name))


def _trace() -> Trace:
    task = _task()
    seed = TraceTask(type=type(task).__name__, data=task.data)
    return Trace(task=seed, agent=AgentInfo(config=AgentConfig()), state=State(), ok=True)


def _write(folder: Path, files: dict[str, bytes | None]) -> None:
    for name, content in files.items():
        if content is None:
            (folder / name).unlink(missing_ok=True)
        else:
            (folder / name).write_bytes(content)
