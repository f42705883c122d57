"""A folder for reward files, on a memory file system where there is one."""

import os
import tempfile
from pathlib import Path

_MEMORY = Path("/dev/shm")  # noqa: S108 - used only as the parent of a fresh private folder


def folder(parent: str | None = None) -> tempfile.TemporaryDirectory[str]:
    """Return a fresh folder that is removed when it is closed or forgotten.

    It is made below ``parent``, or else in memory, or else where temporary files go; its name
    tells whose it is.
    """
    prefix = f"harbor-conformance-{os.getpid()}-"
    return tempfile.TemporaryDirectory(prefix=prefix, dir=parent or _memory())


def _memory() -> str | None:
    return str(_MEMORY) if _MEMORY.is_dir() and os.access(_MEMORY, os.W_OK) else None
