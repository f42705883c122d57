"""Writes a file completely or not at all."""

import os
from contextlib import suppress
from pathlib import Path


def atomic_write(file: Path, text: str) -> None:
    """Replace a file by a text; raises OSError, and leaves no partial file.

    The old file stays until the new one is complete, or if it cannot be written.
    """
    new = file.with_name(f".{file.name}.{os.getpid()}.new")
    try:
        new.write_text(text, encoding="utf-8")
        new.replace(file)
    finally:
        with suppress(OSError):
            new.unlink(missing_ok=True)
