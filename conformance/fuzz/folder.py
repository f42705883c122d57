"""The folder of a fuzzing: its files, what it is about, and that one process has it at a time."""

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from conformance.examination.recorded.atomic_write import atomic_write
from conformance.fuzz.config import FuzzError, Identity, differences

IDENTITY, JOURNAL = "fuzz.json", "journal.jsonl"
"""What the fuzzing is about, and a line a work item."""

EXAMPLES, PROPOSALS = "examples", "proposals"
"""The fuzzing's own database, and the cases that are worth recording."""

REPORTS = ("report.md", "report.json", "report.html")
"""The report for people, and for programs."""


@contextmanager
def held(folder: Path, *, fresh: bool) -> Iterator[None]:
    """Let no other fuzzing use a folder until the end of the block.

    A ``fresh`` fuzzing removes what an earlier one left, but its examples. Raises FuzzError where
    another one uses the folder, where it has other files, or cannot be written to.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        names = {file.name for file in folder.iterdir()}
        if IDENTITY not in names and names - {".lock", EXAMPLES}:
            raise FuzzError(f"{folder} has other files in it; name another folder")
        lock = FileLock(folder / ".lock", blocking=False).acquire()
    except Timeout as error:
        raise FuzzError(f"{folder} is in use by another fuzzing") from error
    except OSError as error:
        raise FuzzError(f"{folder}: {error.strerror}") from error
    with lock:
        if fresh:
            shutil.rmtree(folder / PROPOSALS, ignore_errors=True)
            for name in (*REPORTS, JOURNAL, IDENTITY):
                (folder / name).unlink(missing_ok=True)
        yield


def claim(folder: Path, now: Identity, *, seed: int | None) -> Identity:
    """Return what the folder's fuzzing is about, or begin one that is about ``now``.

    Without a ``seed`` the folder's own is used. Raises FuzzError where the folder's fuzzing
    is about anything else.
    """
    file = folder / IDENTITY
    if not file.exists():
        atomic_write(file, f"{json.dumps(now, indent=2)}\n")
        return now
    try:
        before: Identity = json.loads(file.read_text(encoding="utf-8"))
        others = list(differences(before, now | ({"seed": before["seed"]} if seed is None else {})))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise FuzzError(f"{file} cannot be read; --fresh begins anew") from error
    if others:
        raise FuzzError(
            f"{folder} belongs to other fuzzing: {'; '.join(others)}; "
            "--fresh begins anew, or name another folder"
        )
    return before
