"""A folder for reward files, on a memory file system where there is one."""

import os
import tempfile
from pathlib import Path

_MEMORY = Path("/dev/shm")  # noqa: S108 - used only as the parent of a fresh private folder


def folder(parent: str | None = None) -> tempfile.TemporaryDirectory[str]:
    """Return a fresh folder that is removed when it is closed or forgotten.

    It is made below ``parent``, or else in memory where there is room, or else where temporary
    files go; its name tells whose it is.
    """
    prefix = f"harbor-conformance-{os.getpid()}-"
    return tempfile.TemporaryDirectory(prefix=prefix, dir=parent or _memory())


def has_room(path: str, needed: int) -> bool:
    """Return whether this many bytes can be written where a path is; unknown is taken for yes."""
    system = os.statvfs(path)
    return not system.f_blocks or system.f_bavail * system.f_frsize >= needed


_ENOUGH = 2**24
"""Bytes that are to be free in memory; the workers of a run hold two million in parallel."""


def _memory() -> str | None:
    if not (_MEMORY.is_dir() and os.access(_MEMORY, os.W_OK)):
        return None
    return str(_MEMORY) if has_room(str(_MEMORY), _ENOUGH) else None
