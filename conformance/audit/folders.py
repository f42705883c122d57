"""Reads a stranger's folder: no link is followed, nothing large is read, nothing is executed."""

import json
import os
import stat
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from errno import ELOOP, ENOTDIR
from pathlib import Path
from typing import cast

from conformance.audit.findings import AuditFinding, Contradiction, FindingKind, found
from conformance.audit.reward_file import LARGEST
from conformance.protocol.shapes import Json

RESULT, CONFIG, LOCK, LOG = "result.json", "config.json", "lock.json", "job.log"

MOST_NAMES = 1_000_000
"""The most entries of a folder that are listed."""

type Object = Mapping[str, Json]


class AuditError(Exception):
    """The named folder cannot be audited, or not with the named release or reader."""


class UnreadError(Exception):
    """A file or folder exists but is not read; the message says why."""


@dataclass(frozen=True, slots=True)
class Skipped:
    """A possible job that was not opened, and why."""

    path: Path
    why: str


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder that stays the same, even if its path is replaced during the audit.

    ``path`` is for display; ``place`` is the path below the folder that was opened first.
    ``findings`` collects what is wrong in this folder and those below it.
    """

    descriptor: int
    path: Path
    place: str = ""
    findings: list[AuditFinding] = field(default_factory=list)

    @contextmanager
    def below(self, name: str) -> Iterator["Folder"]:
        """Yield a folder in this one; raises UnreadError if it is a link, or not a folder."""
        place, findings = f"{self.place}{name}/", self.findings
        with _opened(name, self.descriptor) as descriptor:
            yield Folder(descriptor, self.path / name, place, findings)

    def has(self, name: str) -> bool:
        """Return whether anything has that name."""
        return self.modified(name) is not None

    def modified(self, name: str) -> float | None:
        """Return when a file was last written, in seconds; None if there is none."""
        with suppress(OSError):
            return os.stat(name, dir_fd=self.descriptor, follow_symlinks=False).st_mtime
        return None

    def listed(self) -> list[str]:
        """Return the names of the folders in this one, without links, as the system lists them.

        Raises UnreadError if it cannot be listed, or is too large.
        """
        return self._names(lambda entry: entry.is_dir(follow_symlinks=False))

    def links(self) -> list[str]:
        """Return the sorted names of the links in this folder; raises UnreadError likewise."""
        return sorted(self._names(os.DirEntry.is_symlink))

    def leads_to_folder(self, link: str) -> bool:
        """Return whether a link leads to a folder, without opening it."""
        with suppress(OSError):
            return stat.S_ISDIR(os.stat(link, dir_fd=self.descriptor).st_mode)
        return False

    def _names(self, wanted: Callable[[os.DirEntry[str]], bool]) -> list[str]:
        names = []
        with _unread_where_refused(), os.scandir(self.descriptor) as entries:
            for count, entry in enumerate(entries):
                if count >= MOST_NAMES:
                    raise UnreadError(f"more than {MOST_NAMES:,} entries")
                if wanted(entry):
                    names.append(entry.name)
        return names

    def read(self, name: str) -> bytes | None:
        """Return the bytes of a file, or None if there is none; raises UnreadError."""
        # Without O_NONBLOCK a named pipe would be waited for.
        flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
        with _unread_where_refused():
            try:
                descriptor = os.open(name, flags, dir_fd=self.descriptor)
            except FileNotFoundError:
                return None
            with os.fdopen(descriptor, "rb") as file:
                status = os.fstat(descriptor)
                if not stat.S_ISREG(status.st_mode):
                    raise UnreadError("not a regular file")
                if status.st_size > LARGEST:
                    raise UnreadError(f"{status.st_size:,} bytes, more than {LARGEST:,}")
                # A read of "at most LARGEST" would get ready that many bytes each time.
                return file.read(status.st_size)

    def unread(self, name: str, why: object) -> None:
        """Record what was not read."""
        kind, none = FindingKind.UNREAD, Contradiction.NONE
        self.findings.append(found(self.place + name, (), str(why), about=none, kind=kind))

    def content(self, name: str, *, hidden: bool = True) -> bytes | None:
        """Return a file's bytes; None if it cannot be read, or a secret in it is hidden."""
        try:
            content = self.read(name)
        except UnreadError as error:
            self.unread(name, error)
            return None
        if hidden and content is not None and HIDDEN in content:
            self.unread(name, WHY_HIDDEN)
            return None
        return content

    def document(self, name: str, *, hidden: bool = False) -> Object | None:
        """Return the object in a file, if it can be read."""
        content = self.content(name, hidden=hidden)
        try:
            return None if content is None else self.parsed(name, content)
        except UnreadError as error:
            self.unread(name, error)
            return None

    def parsed(self, name: str, content: bytes) -> Object:
        """Return the object in a file, and record duplicate keys; raises UnreadError."""
        read, twice = document(content)
        why = "it occurs twice, and readers take one or the other"
        # Two nans are two keys of harbor's tables, and have one name.
        for key in dict.fromkeys(one for one in twice if one != "nan"):
            one = found(self.place + name, (key,), why, "twice", "once", about=Contradiction.FIELDS)
            self.findings.append(one)
        return read


@contextmanager
def opened(path: Path) -> Iterator[Folder]:
    """Yield the folder of a path that the user gave; raises UnreadError."""
    with _unread_where_refused():
        # Not Path.resolve, which raises RuntimeError for a loop of links.
        real = os.path.realpath(path, strict=True)
    with _opened(real, None) as descriptor:
        yield Folder(descriptor, path)


@contextmanager
def _opened(name: str, parent: int | None) -> Iterator[int]:
    flags = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
    with _unread_where_refused():
        descriptor = os.open(name, flags, dir_fd=parent)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


@contextmanager
def _unread_where_refused() -> Iterator[None]:
    """Raise UnreadError for an error of the operating system."""
    try:
        yield
    except OSError as error:
        if error.errno in {ELOOP, ENOTDIR}:  # what O_NOFOLLOW gives for a link
            raise UnreadError("a link, or not a folder: links are not followed") from error
        raise UnreadError((error.strerror or str(error)).lower()) from error


HIDDEN = b"[REDACTED]"
"""What harbor writes for a secret's value in every file of a trial, also where the same characters
are a number: from 0.20.0 on (harbor/trial/trial.py:771 there)."""

WHY_HIDDEN = "text equal to a secret's value is hidden in it (harbor 0.20.0 and later)"


def document(content: bytes) -> tuple[dict[str, Json], list[str]]:
    """Return the object of a JSON text, and the keys that occur twice in one object.

    Raises UnreadError for anything else.
    """
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
        why = f": {WHY_HIDDEN}" if HIDDEN in content else ""
        raise UnreadError(f"no JSON{why}") from None
    if not isinstance(value, dict):
        raise UnreadError("JSON, but not an object")
    return value, twice


def members_of(value: object) -> Object:
    """Return the members of a value; none if it is not an object."""
    return cast("Object", value) if isinstance(value, dict) else {}


def listed_in(value: Json) -> list[Json]:
    """Return the elements of a value; none if it is not a list."""
    return value if isinstance(value, list) else []


def text_of(value: Json) -> str | None:
    """Return the value if it is a string, else None: the file is untrusted."""
    return value if isinstance(value, str) else None


def shared[T](value: T) -> T:
    """Return one shared object for all equal values, which are never changed."""
    if len(_SHARED) > _MOST_SHARED:
        _SHARED.clear()
    return cast("T", _SHARED.setdefault(repr(value), value))


_SHARED: dict[str, object] = {}
_MOST_SHARED = 10_000
