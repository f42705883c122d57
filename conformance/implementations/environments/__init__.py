"""Environments with other versions, built by uv once and kept."""

import os
from pathlib import Path


def cache_folder() -> Path:
    """Return the absolute ``$XDG_CACHE_HOME/harbor-conformance``, by default in ``~/.cache``."""
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base).absolute() / "harbor-conformance"


def made_folder(below: str = "") -> Path:
    """Return the same folder, or one below it, which is made if it does not exist."""
    folder = cache_folder() / below
    folder.mkdir(parents=True, exist_ok=True)
    return folder
