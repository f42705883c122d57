"""Asks harbor's Verifier what it makes of two reward files."""

from collections.abc import Coroutine
from functools import cache, cached_property
from pathlib import Path, PosixPath
from typing import Any, Never, cast

from harbor.models.task.paths import TaskPaths
from harbor.models.task.task import Task
from harbor.models.trial.paths import TrialPaths
from harbor.models.verifier.result import VerifierResult
from harbor.verifier.verifier import Verifier

from conformance.model import Value
from oracle import scratch
from oracle.environment import ReplayEnvironment


class VerifierDoor:
    """The real ``Verifier.verify()`` on a trial whose folder is reused for each question.

    Raises whatever harbor raises.
    """

    def __init__(self) -> None:
        """Lay out one task and one trial."""
        self._scratch = scratch.folder()
        root = Path(self._scratch.name)
        self.task = Task(_lay_out_task(root / "task"))
        self.task.paths = SteadyTaskPaths(root / "task")
        self.trial_paths = SteadyTrialPaths(root / "trial")
        self.trial_paths.mkdir()
        self._environment = ReplayEnvironment(self.task, self.trial_paths)
        self._verifier = Verifier(
            self.task, self.trial_paths, self._environment, skip_tests_upload=True
        )

    def __call__(self, question: dict[str, Value]) -> Value:
        """Return ``{"rewards": …}`` for ``{"reward.txt": bytes or None, "reward.json": …}``."""
        files = cast("dict[str, bytes | None]", question)
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
    """A path that remembers itself relative to others."""

    @cache  # noqa: B019 - lives as long as the door
    def relative_to(self, *other: str | Path) -> "SteadyPath":  # type: ignore[override]
        return super().relative_to(*other)


class SteadyTrialPaths(TrialPaths):
    """A trial's paths, each made once: harbor asks for them on every verification.

    Building the same paths anew takes longer than all the rest of ``verify()``.
    ``tests/test_oracle_verifier.py`` holds the answers against those of a fresh Verifier
    on plain paths under ``asyncio.run``.
    """

    verifier_dir = cached_property(lambda self: SteadyPath(super().verifier_dir))
    test_stdout_path = cached_property(lambda self: SteadyPath(super().test_stdout_path))
    reward_text_path = cached_property(lambda self: super().reward_text_path)
    reward_json_path = cached_property(lambda self: super().reward_json_path)


class SteadyTaskPaths(TaskPaths):
    """A task's paths, each made once."""

    tests_dir = cached_property(lambda self: SteadyPath(super().tests_dir))
    test_path = cached_property(lambda self: SteadyPath(super().test_path))


def _lay_out_task(folder: Path) -> Path:
    """Write the smallest task that harbor accepts."""
    for name, text in {"task.toml": "", "instruction.md": "", "tests/test.sh": ""}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    (folder / "environment").mkdir()
    return folder


def _run(coroutine: Coroutine[Any, Never, VerifierResult]) -> VerifierResult:
    """Run a coroutine that never waits, without the cost of an event loop."""
    try:
        coroutine.send(None)
    except StopIteration as finished:
        return cast("VerifierResult", finished.value)
    coroutine.close()
    message = "Verifier.verify() waited for something, which the replay environment never does"
    raise RuntimeError(message)
