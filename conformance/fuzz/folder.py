"""The folder of a fuzzing: its files, what it is about, and that one process has it at a time."""

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock, Timeout

from conformance.examination.recorded.atomic_write import atomic_write
from conformance.fuzz.config import Identity, differences


class FolderError(Exception):
    """A folder cannot be used for this fuzzing; the message says why, and what to do."""


@dataclass(frozen=True, slots=True)
class FuzzFolder:
    """Where the files are.

    ``fuzz.json`` says what the fuzzing is about, ``journal.jsonl`` has a line a work item,
    ``examples`` is its own database, and ``proposals`` has cases that are worth recording.
    """

    path: Path

    @property
    def identity(self) -> Path:
        """The file that says what the fuzzing is about."""
        return self.path / "fuzz.json"

    @property
    def journal(self) -> Path:
        """The journal."""
        return self.path / "journal.jsonl"

    @property
    def examples(self) -> Path:
        """The database of examples."""
        return self.path / "examples"

    @property
    def proposals(self) -> Path:
        """The cases that are worth recording."""
        return self.path / "proposals"

    def report(self, form: str) -> Path:
        """Return the report in a form: ``md`` or ``json``."""
        return self.path / f"report.{form}"

    def clear(self) -> None:
        """Remove what an earlier fuzzing left, but its examples, which are run again first."""
        shutil.rmtree(self.proposals, ignore_errors=True)
        for file in (self.report("md"), self.report("json"), self.journal, self.identity):
            file.unlink(missing_ok=True)

    def claim(self, now: Identity, *, seed: int | None) -> Identity:
        """Return what the folder's fuzzing is about, or begin one that is about ``now``.

        Without a ``seed`` the folder's own is used. Raises FolderError where the folder's fuzzing
        is about anything else.
        """
        if not self.identity.exists():
            atomic_write(self.identity, f"{json.dumps(now, indent=2)}\n")
            return now
        try:
            before: Identity = json.loads(self.identity.read_text(encoding="utf-8"))
            others = list(differences(before, now if seed is not None else now | _seed(before)))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise FolderError(f"{self.identity} cannot be read; --fresh begins anew") from error
        if others:
            raise FolderError(
                f"{self.path} belongs to other fuzzing: {'; '.join(others)}; "
                "--fresh begins anew, or name another folder"
            )
        return before


def _seed(before: Identity) -> Identity:
    return {"seed": before["seed"]}


@contextmanager
def held(path: Path) -> Iterator[FuzzFolder]:
    """Yield a folder that no other fuzzing uses until the end of the block.

    Raises FolderError where one does, where the folder has other files, or cannot be written to.
    """
    folder, lock_file = FuzzFolder(path), path / ".lock"
    try:
        path.mkdir(parents=True, exist_ok=True)
        ours = {lock_file, folder.examples}
        if not folder.identity.exists() and any(set(path.iterdir()) - ours):
            raise FolderError(f"{path} has other files in it; name another folder")
        lock = FileLock(lock_file, blocking=False)
        lock.acquire()
    except Timeout as error:
        raise FolderError(f"{path} is in use by another fuzzing") from error
    except OSError as error:
        raise FolderError(f"{path}: {error.strerror}") from error
    try:
        yield folder
    finally:
        lock.release()
