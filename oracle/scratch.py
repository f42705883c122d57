"""A folder for reward files, on a memory file system if possible."""

import os
import tempfile
from pathlib import Path

_MEMORY = Path("/dev/shm")  # noqa: S108 - used only as the parent of a fresh private folder


def folder(parent: str | None = None) -> tempfile.TemporaryDirectory[str]:
    """Return a new folder that is removed when it is closed or deleted.

    It is below ``parent``, or else in memory if there is room, or else in the folder for temporary
    files; its name tells its owner.
    """
    prefix = f"harbor-conformance-{os.getpid()}-"
    return tempfile.TemporaryDirectory(prefix=prefix, dir=parent or _memory())


def has_room(path: str, needed: int) -> bool:
    """Return whether a path's file system has this many free bytes; unknown counts as yes."""
    system = os.statvfs(path)
    return not system.f_blocks or system.f_bavail * system.f_frsize >= needed


_ENOUGH = 2**24
"""The required free bytes in memory; the workers of a run use two million."""


def _memory() -> str | None:
    if not (_MEMORY.is_dir() and os.access(_MEMORY, os.W_OK)):
        return None
    return str(_MEMORY) if has_room(str(_MEMORY), _ENOUGH) else None
