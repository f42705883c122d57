"""Environments with other versions, built by uv once and kept."""

import os
from pathlib import Path


def cache_folder() -> Path:
    """Return ``$XDG_CACHE_HOME/harbor-conformance``, by default in ``~/.cache``."""
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "harbor-conformance"
