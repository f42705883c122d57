"""Writes a file whole or not at all."""

import os
from contextlib import suppress
from pathlib import Path


def atomic_write(file: Path, text: str) -> None:
    """Put a text in a file's place once all of it is written; raises OSError, and leaves nothing.

    What stood there before stays until then, and where it could not be written.
    """
    new = file.with_name(f".{file.name}.{os.getpid()}.new")
    try:
        new.write_text(text, encoding="utf-8")
        new.replace(file)
    finally:
        with suppress(OSError):
            new.unlink(missing_ok=True)
