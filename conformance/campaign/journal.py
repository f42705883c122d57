"""The journal of a campaign: one line a piece, whole or not there."""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from conformance.campaign.records import Record, from_json, to_json


class JournalError(Exception):
    """A journal cannot be read."""


class Journal:
    """An open journal; what is written is there, whoever ends this process afterwards."""

    def __init__(self, descriptor: int) -> None:
        """Take the descriptor of a file that is appended to."""
        self._descriptor = descriptor

    def append(self, record: Record) -> None:
        """Write a record down; raises OSError."""
        line = f"{json.dumps(to_json(record))}\n".encode()
        while line:
            line = line[os.write(self._descriptor, line) :]


@contextmanager
def opened(file: Path) -> Iterator[Journal]:
    """Yield a journal to write to, without a last line that was cut; raises OSError."""
    descriptor = os.open(file, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
    try:
        os.ftruncate(descriptor, len(_whole(file)))
        yield Journal(descriptor)
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def read(file: Path) -> Iterator[Record]:
    """Yield the records of a journal, but for a last line that was cut; raises JournalError."""
    if not file.exists():
        return
    for number, line in enumerate(_whole(file).splitlines(), 1):
        try:
            yield from_json(json.loads(line))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise JournalError(f"{file}, line {number}: no record of a campaign") from error


def _whole(file: Path) -> bytes:
    """Return what a file has up to the end of its last whole line."""
    content = file.read_bytes()
    return content[: content.rfind(b"\n") + 1]
