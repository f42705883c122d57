"""Results that are in hand, kept in a folder so that a run that was ended early goes on there."""

import hashlib
import os
import pickle
import shutil
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

KEPT = 3600.0
"""Seconds for which the results of a run that ended early are kept."""


class Journal:
    """The results of one run, each in a file of its own; a result that cannot be read is none."""

    def __init__(self, folder: Path, run: str) -> None:
        """Open the journal of a run, whose name stands for all that its results rest on."""
        self._folder = folder / _digest(run)
        _forget_old(folder)

    def get(self, part: str) -> Any:  # noqa: ANN401 - whatever a part returned
        """Return the result of a part; raises LookupError where there is none."""
        try:
            return pickle.loads(self._file(part).read_bytes())  # noqa: S301 - written by us
        except Exception as error:
            raise LookupError(part) from error

    def put(self, part: str, result: object) -> None:
        """Keep the result of a part, where there is room."""
        file = self._file(part)
        new = file.with_suffix(f".{os.getpid()}.new")
        with suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            new.write_bytes(pickle.dumps(result))
            new.replace(file)

    def forget(self) -> None:
        """Remove the results: all of them were taken in."""
        shutil.rmtree(self._folder, ignore_errors=True)

    def _file(self, part: str) -> Path:
        return self._folder / f"{part}.pickle"


def name_of(function: Callable[..., Any], arguments: tuple[Any, ...]) -> str:
    """Return what stands for a call: the same one has the same name in another process."""
    return _digest(f"{function.__module__}.{function.__qualname__}{arguments!r}")


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _forget_old(folder: Path) -> None:
    with suppress(OSError):
        for run in folder.iterdir():
            if time.time() - run.stat().st_mtime > KEPT:
                shutil.rmtree(run, ignore_errors=True)
