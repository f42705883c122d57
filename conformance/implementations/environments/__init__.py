"""Environments with other versions than those here, built by uv once and kept."""

import os
from pathlib import Path


def cache_folder() -> Path:
    """Return ``$XDG_CACHE_HOME/harbor-conformance``, in ``~/.cache`` where that is not set."""
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "harbor-conformance"
