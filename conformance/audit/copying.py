"""Copies of recorded jobs that hold what was read safely, and nothing else, for others to read."""

from contextlib import suppress
from pathlib import Path

from conformance.audit.folders import Folder, UnreadError, opened
from conformance.audit.jobs import CONFIG, JSON, LOCK, RESULT, TEXT


def copied(job: Path, target: Path) -> Path:
    """Return a new folder with a job's results and reward files: no links, nothing large.

    Raises UnreadError where the job cannot be opened.
    """
    target.mkdir()
    with opened(job) as folder:
        for name in (RESULT, CONFIG, LOCK):
            _copy(folder, name, target)
        for place, name in enumerate(folder.folders()):
            with suppress(UnreadError), folder.below(name) as trial:
                if trial.has(RESULT):
                    _copy_trial(trial, target / _plain(name, place))
    return target


def _plain(name: str, place: int) -> str:
    """Return the name of a folder; one that is not plain gets another that sorts like it."""
    return name if name.isprintable() else f"trial-{place:07}"


def _copy_trial(trial: Folder, target: Path) -> None:
    (target / "verifier").mkdir(parents=True)
    _copy(trial, RESULT, target)
    with suppress(UnreadError), trial.below("verifier") as verifier:
        for name in (TEXT, JSON):
            _copy(verifier, name, target / "verifier")


def _copy(folder: Folder, name: str, target: Path) -> None:
    with suppress(UnreadError):
        content = folder.read(name)
        if content is not None:
            (target / name).write_bytes(content)
