"""Reads a stranger's folder: no link is followed, nothing large is read, nothing is executed."""

import json
import os
import re
import stat
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from errno import ELOOP, ENOTDIR
from pathlib import Path
from typing import cast

from conformance.audit.reward_file import LARGEST
from conformance.protocol.shapes import Json

RESULT, CONFIG, LOCK, LOG = "result.json", "config.json", "lock.json", "job.log"

MOST_NAMES = 1_000_000
"""Entries of a folder beyond which it is not listed to its end."""

type Object = Mapping[str, Json]


class AuditError(Exception):
    """What was named cannot be audited, or not by the release or reader that was named."""


class UnreadError(Exception):
    """Something is there and is not read; the message says why."""


class Folder:
    """A folder that stays the same one, even if its path changes meanwhile."""

    def __init__(self, descriptor: int, path: Path) -> None:
        """Take an open descriptor; the path is only for people."""
        self._descriptor = descriptor
        self.path = path

    @contextmanager
    def below(self, name: str) -> Iterator["Folder"]:
        """Yield a folder in this one; raises UnreadError where it is none, or a link to one."""
        with _opened(name, self.path / name, self._descriptor) as folder:
            yield folder

    def has(self, name: str) -> bool:
        """Return whether there is anything of that name."""
        with suppress(OSError):
            os.stat(name, dir_fd=self._descriptor, follow_symlinks=False)
            return True
        return False

    def folders(self) -> list[str]:
        """Return the sorted names of the folders in this one, without links.

        Raises UnreadError where it cannot be listed, or is too large.
        """
        return self._names(lambda entry: entry.is_dir(follow_symlinks=False))

    def links(self) -> list[str]:
        """Return the names of the links in this folder; raises UnreadError as ``folders`` does."""
        return self._names(os.DirEntry.is_symlink)

    def _names(self, wanted: Callable[[os.DirEntry[str]], bool]) -> list[str]:
        names = []
        with _unread_where_refused(), os.scandir(self._descriptor) as entries:
            for count, entry in enumerate(entries):
                if count >= MOST_NAMES:
                    raise UnreadError(f"more than {MOST_NAMES:,} entries")
                if wanted(entry):
                    names.append(entry.name)
        return sorted(names)

    def read(self, name: str) -> bytes | None:
        """Return the bytes of a file, or None where there is none; raises UnreadError."""
        # Without O_NONBLOCK a named pipe would be waited for.
        flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
        with _unread_where_refused():
            try:
                descriptor = os.open(name, flags, dir_fd=self._descriptor)
            except FileNotFoundError:
                return None
            with os.fdopen(descriptor, "rb") as file:
                status = os.fstat(descriptor)
                if not stat.S_ISREG(status.st_mode):
                    raise UnreadError("no regular file")
                if status.st_size > LARGEST:
                    raise UnreadError(f"{status.st_size:,} bytes, more than {LARGEST:,}")
                return file.read(LARGEST + 1)[:LARGEST]

    def document(self, name: str) -> dict[str, Json] | None:
        """Return the object that a file of JSON holds, if it is there; raises UnreadError."""
        content = self.read(name)
        return None if content is None else document(content)

    def modified(self, name: str) -> float | None:
        """Return when a file was last written, in seconds; None where there is none."""
        with suppress(OSError):
            return os.stat(name, dir_fd=self._descriptor, follow_symlinks=False).st_mtime
        return None


@contextmanager
def opened(path: Path) -> Iterator[Folder]:
    """Yield the folder of a path that the user gave; raises UnreadError."""
    with _unread_where_refused():
        # Not Path.resolve, which raises RuntimeError for a loop of links.
        real = os.path.realpath(path, strict=True)
    with _opened(real, path, None) as folder:
        yield folder


@contextmanager
def _opened(name: str, path: Path, parent: int | None) -> Iterator[Folder]:
    flags = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
    with _unread_where_refused():
        descriptor = os.open(name, flags, dir_fd=parent)
    try:
        yield Folder(descriptor, path)
    finally:
        os.close(descriptor)


@contextmanager
def _unread_where_refused() -> Iterator[None]:
    """Raise UnreadError for what the system refuses."""
    try:
        yield
    except OSError as error:
        if error.errno in {ELOOP, ENOTDIR}:  # what O_NOFOLLOW says of a link
            raise UnreadError("a link, or no folder: links are not followed") from error
        raise UnreadError((error.strerror or str(error)).lower()) from error


HIDDEN = b"[REDACTED]"
"""What harbor writes for a secret's value in every file of a trial, also where the same characters
are a number: from 0.20.0 on (harbor/trial/trial.py:771 there)."""

_AS_A_NUMBER = re.compile(rb"[:,\[]\s*[-+.\deE]*\[REDACTED\]")

WHY_HIDDEN = "what has the same characters as a secret is hidden in it (harbor 0.20.0 on)"


def document(content: bytes) -> dict[str, Json]:
    """Return the object that a file of JSON holds; raises UnreadError for anything else."""
    try:
        value = json.loads(content)
    except RecursionError:
        raise UnreadError("JSON that is nested too deep") from None
    except (ValueError, UnicodeError):
        why = f": {WHY_HIDDEN}" if _AS_A_NUMBER.search(content) else ""
        raise UnreadError(f"no JSON{why}") from None
    if not isinstance(value, dict):
        raise UnreadError("JSON, and no object")
    return cast("dict[str, Json]", value)


def members_of(value: Json) -> Object:
    """Return the members of a value; none where it is no object."""
    return value if isinstance(value, dict) else {}


MOST_FOLDERS = 100_000
"""Folders beyond which no further jobs are looked for."""

_DEEPEST, _LOOKED_AT = 8, 50
_OF_TRIALS = {"task_name", "trial_name", "verifier_result", "exception_info"}


class _TooManyError(UnreadError):
    """A folder has too many others in it."""


def jobs_in(path: Path) -> Iterator[Path]:
    """Yield the folders of the jobs that a path stands for: itself, or those below it.

    Raises UnreadError where it cannot be opened, or has too many folders to be looked through.
    """
    with opened(path) as folder:
        yield from _jobs_below(folder, path, [MOST_FOLDERS], _DEEPEST)


def _jobs_below(folder: Folder, path: Path, left: list[int], levels: int) -> Iterator[Path]:
    left[0] -= 1
    if left[0] < 0:
        raise _TooManyError(f"more than {MOST_FOLDERS:,} folders: give those of the jobs")
    if _is_job(folder):
        yield path
    elif levels and not folder.has(RESULT):
        for name in folder.folders():
            try:
                with folder.below(name) as inner:
                    yield from _jobs_below(inner, path / name, left, levels - 1)
            except _TooManyError:
                raise
            except UnreadError:
                continue


def _is_job(folder: Folder) -> bool:
    """Return whether a folder is that of a job: its result is one of a job, or it holds trials."""
    if folder.has(RESULT):
        return not _is_trial(folder)
    if folder.has(CONFIG) and folder.has(LOG):
        return True
    return any(_holds_trial(folder, name) for name in folder.folders()[:_LOOKED_AT])


def _holds_trial(folder: Folder, name: str) -> bool:
    with suppress(UnreadError), folder.below(name) as inner:
        return inner.has(RESULT) and _is_trial(inner)
    return False


def _is_trial(folder: Folder) -> bool:
    """Return whether a folder with a result is that of a trial, and not that of a job."""
    if folder.has("verifier") or folder.has("agent"):
        return True
    result = folder.document(RESULT) or {}
    return not {"stats", "n_total_trials"} & result.keys() and bool(_OF_TRIALS & result.keys())
