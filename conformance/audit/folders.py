"""Reads a stranger's folder: no link is followed, nothing large is read, nothing is executed."""

import json
import os
import re
import stat
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
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

    def listed(self) -> list[str]:
        """Return the names of the folders in the order in which the system lists them."""
        with _unread_where_refused(), os.scandir(self._descriptor) as entries:
            return [one.name for one in entries if one.is_dir(follow_symlinks=False)]

    def leads_to_folder(self, link: str) -> bool:
        """Return whether a link leads to a folder, which is not opened."""
        with suppress(OSError):
            return stat.S_ISDIR(os.stat(link, dir_fd=self._descriptor).st_mode)
        return False

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
                # A read of "at most LARGEST" would get ready so many bytes each time.
                return file.read(status.st_size)

    def document(self, name: str) -> "Document | None":
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


@dataclass(frozen=True, slots=True)
class Document:
    """The object that a file of JSON holds; ``twice`` are keys that an object in it has twice."""

    content: dict[str, Json]
    twice: tuple[str, ...] = ()


def document(content: bytes) -> Document:
    """Return the object that a file of JSON holds; raises UnreadError for anything else."""
    twice: list[str] = []

    def members(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
        value = dict(pairs)
        if len(value) < len(pairs):
            twice.extend(name for name, times in Counter(n for n, _ in pairs).items() if times > 1)
        return value

    try:
        value = json.loads(content, object_pairs_hook=members)
    except RecursionError:
        raise UnreadError("JSON that is nested too deep") from None
    except (ValueError, UnicodeError):
        why = f": {WHY_HIDDEN}" if _AS_A_NUMBER.search(content) else ""
        raise UnreadError(f"no JSON{why}") from None
    if not isinstance(value, dict):
        raise UnreadError("JSON, and no object")
    return Document(value, tuple(twice))


def members_of(value: Json) -> Object:
    """Return the members of a value; none where it is no object."""
    return value if isinstance(value, dict) else {}


def listed_in(value: Json) -> list[Json]:
    """Return the members of a list; none where it is no list."""
    return value if isinstance(value, list) else []


def shared[T](value: T) -> T:
    """Return one object for all equal values, which nobody changes: trials have them in common."""
    if len(_SHARED) > _MOST_SHARED:
        _SHARED.clear()
    return cast("T", _SHARED.setdefault(repr(value), value))


_SHARED: dict[str, object] = {}
_MOST_SHARED = 10_000


def text_of(value: Json) -> str | None:
    """Return the value if it is a string, else None: the file is untrusted."""
    return value if isinstance(value, str) else None


@dataclass(frozen=True, slots=True)
class Skipped:
    """What may be a job and was not opened, and why."""

    path: Path
    why: str
