"""The Harbor task set of verifiers, scored with a folder in the place of its runtime.

The runtime is the package's own for local processes, whose ``/logs/verifier`` is a folder of ours
and whose commands do nothing but say whether a file is there. All else is the package's.
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


def shown(job: Path) -> float | None:
    """Return the reward of a trial, or of several the mean that an evaluation prints.

    That mean has two digits, and leaves out the trials with errors; it is None where there are
    no others. A trial that stands alone raises its error.
    """
    trials = sorted(path for path in job.iterdir() if (path / "result.json").is_file())
    traces = [_trace() for _ in trials]
    for trial, trace in zip(trials, traces, strict=True):
        try:
            asyncio.run(_task().score(trace, VerifierFolder(trial / "verifier")))
        except Exception as error:
            if len(trials) == 1:
                raise
            trace.record_error(error)
    if len(traces) == 1:
        return float(traces[0].reward)
    mean = format_mean(traces, lambda trace: trace.reward).split()[0]
    return None if mean == "—" else float(mean)


@cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    """Return the folder of all cases, with a task's; it goes with the process."""
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
