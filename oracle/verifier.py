"""Runs harbor's Verifier on two reward files."""

from collections.abc import Coroutine
from functools import cache, cached_property
from pathlib import Path, PosixPath
from typing import cast

from harbor.models.task.paths import TaskPaths
from harbor.models.task.task import Task
from harbor.models.trial.paths import TrialPaths
from harbor.models.verifier.result import VerifierResult
from harbor.verifier.verifier import Verifier

from conformance.protocol.values import Value
from oracle import scratch
from oracle.environment import ReplayEnvironment


class VerifierAdapter:
    """The real ``Verifier.verify()`` on a trial whose folder is reused for each case.

    Raises any error that harbor raises.
    """

    def __init__(self, parent: str | None = None) -> None:
        """Lay out one task and one trial in a new folder below ``parent``."""
        self._scratch = scratch.folder(parent)
        root = Path(self._scratch.name)
        self.task = Task(lay_out_task(root / "task"))
        self.task.paths = SteadyTaskPaths(root / "task")
        self.trial_paths = SteadyTrialPaths(root / "trial")
        self.trial_paths.verifier_dir.mkdir(parents=True)
        self._environment = ReplayEnvironment(self.task, self.trial_paths)
        self._verifier = Verifier(
            self.task, self.trial_paths, self._environment, skip_tests_upload=True
        )

    def __call__(self, case: dict[str, Value]) -> Value:
        """Return ``{"rewards": …}`` for ``{"reward.txt": bytes or None, "reward.json": …}``."""
        files = cast("dict[str, bytes | None]", case)
        self._environment.files = {n: c for n, c in files.items() if c is not None}
        try:
            result = _run(self._verifier.verify())
        finally:
            self._environment.clear()
        return {"rewards": cast("Value", result.rewards)}

    def close(self) -> None:
        """Remove the trial's folder."""
        self._scratch.cleanup()


class SteadyPath(PosixPath):
    """A path that caches its relative path to another."""

    @cache  # noqa: B019 - there are three of them, and they live as long as the adapter
    def relative_to(self, *other: str | Path) -> Path:  # type: ignore[override]
        """Return the path relative to another, computed once."""
        return super().relative_to(*other)


class SteadyTrialPaths(TrialPaths):
    """A trial's paths, each made once, since harbor reads them on every verification.

    Making the paths again takes longer than the rest of ``verify()``. ``tests/test_long_way.py``
    compares the answers with those of a real job.
    """

    @cached_property
    def verifier_dir(self) -> Path:
        """The folder of the reward files."""
        return SteadyPath(super().verifier_dir)

    @cached_property
    def test_stdout_path(self) -> Path:
        """The file that takes the test script's output."""
        return SteadyPath(super().test_stdout_path)

    @cached_property
    def reward_text_path(self) -> Path:
        """The path of reward.txt."""
        return super().reward_text_path

    @cached_property
    def reward_json_path(self) -> Path:
        """The path of reward.json."""
        return super().reward_json_path


class SteadyTaskPaths(TaskPaths):
    """A task's paths, each made once."""

    @cached_property
    def tests_dir(self) -> Path:
        """The folder of the test script."""
        return SteadyPath(super().tests_dir)

    @cached_property
    def test_path(self) -> Path:
        """The test script."""
        return SteadyPath(super().test_path)


def lay_out_task(folder: Path) -> Path:
    """Write the smallest task that harbor accepts."""
    for name, text in {"task.toml": "", "instruction.md": "", "tests/test.sh": ""}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    (folder / "environment").mkdir()
    return folder


def _run(coroutine: Coroutine[object, None, VerifierResult]) -> VerifierResult:
    """Run a coroutine that never waits, without the cost of an event loop."""
    try:
        coroutine.send(None)
    except StopIteration as finished:
        return cast("VerifierResult", finished.value)
    coroutine.close()
    message = "Verifier.verify() waited for something, which the replay environment never does"
    raise RuntimeError(message)
