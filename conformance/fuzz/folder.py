"""The folder of fuzzing: its files, its identity, and its lock."""

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from conformance.examination.recorded.atomic_write import atomic_write
from conformance.fuzz.config import FuzzError, Identity, differences

IDENTITY, JOURNAL = "fuzz.json", "journal.jsonl"
"""The identity of the fuzzing, and a line per work item."""

EXAMPLES, PROPOSALS = "examples", "proposals"
"""The fuzzing's own database, and the cases worth recording."""

REPORTS = ("report.md", "report.json", "report.html")
"""The report for people, and for programs."""


@contextmanager
def held(folder: Path, *, fresh: bool) -> Iterator[None]:
    """Lock a folder until the end of the block.

    A ``fresh`` fuzzing removes an earlier one's files, except examples. Raises FuzzError if another
    process uses the folder, or if it has other files or is not writable.
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
    """Return the identity of the folder's fuzzing, or begin one with the identity ``now``.

    Without a ``seed`` the folder's own is used. Raises FuzzError if the folder's identity is
    different.
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
