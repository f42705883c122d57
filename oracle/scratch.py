"""A folder for reward files, on a memory file system where there is one."""

import os
import tempfile
from pathlib import Path

_MEMORY = Path("/dev/shm")  # noqa: S108 - used only as the parent of a fresh private folder


def parent() -> str | None:
    """Return a folder of a memory file system, or None for the default temporary folder."""
    return str(_MEMORY) if _MEMORY.is_dir() and os.access(_MEMORY, os.W_OK) else None


def folder() -> tempfile.TemporaryDirectory[str]:
    """Return a fresh folder that is removed when it is closed or forgotten."""
    return tempfile.TemporaryDirectory(prefix="harbor-conformance-", dir=parent())
