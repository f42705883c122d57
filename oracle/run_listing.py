"""Folders that list their contents in a given order, on any file system.

harbor takes the tasks of a local dataset, and the trials that a resumed job finds, in
the order in which the file system lists them (harbor/models/job/config.py:142-146,
harbor/job.py:253). A scenario says that order, so that its answer is the same everywhere.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Self
from unittest import mock

type Order = Callable[[str], object]
"""A sort key for the names in a folder."""


class _Listed:
    """Replaces what ``os.scandir`` returns."""

    def __init__(self, entries: list[os.DirEntry[str]]) -> None:
        self._entries = iter(entries)

    def __iter__(self) -> Iterator[os.DirEntry[str]]:
        return self._entries

    def __next__(self) -> os.DirEntry[str]:
        return next(self._entries)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Do nothing: the entries have been read."""


@contextmanager
def listed(folders: dict[str, Order], *, backwards: bool) -> Iterator[None]:
    """Have these folders list their contents by their order, or in the opposite one."""
    listdir, scandir = os.listdir, os.scandir

    def ordered_listdir(path: object = ".") -> list[str]:
        names: list[str] = listdir(path)  # type: ignore[call-overload]
        order = folders.get(str(path))
        return names if order is None else sorted(names, key=order, reverse=backwards)  # type: ignore[arg-type]

    def ordered_scandir(path: object = ".") -> object:
        order = folders.get(str(path))
        if order is None:
            return scandir(path)  # type: ignore[call-overload]
        with scandir(str(path)) as entries:
            key = lambda entry: order(entry.name)  # noqa: E731 - as short as it can be
            return _Listed(sorted(entries, key=key, reverse=backwards))  # type: ignore[arg-type]

    with mock.patch.multiple(os, listdir=ordered_listdir, scandir=ordered_scandir):
        yield
