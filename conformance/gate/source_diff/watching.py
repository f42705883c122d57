"""Which lines of a release run, as the release's own process counts them."""

import itertools
import json
import mmap
import os
from collections.abc import Iterable
from pathlib import Path

COUNT = 8
"""Bytes of a count, as ``oracle.coverage`` writes them."""

type Line = tuple[str, int]
"""A line of a module, such as ``harbor/job.py``."""

_numbers = itertools.count()


class Counters:
    """How often one process runs each of some lines; all counts begin with 0."""

    def __init__(self, lines: Iterable[Line], folder: Path) -> None:
        """Write the lines, and the counts, to files of a folder that the process is given."""
        by_module: dict[str, list[int]] = {}
        for module, line in dict.fromkeys(lines):
            by_module.setdefault(module, []).append(line)
        self._lines = [(module, line) for module, of in by_module.items() for line in of]
        plan = folder / f"{os.getpid()}-{next(_numbers)}.json"
        plan.write_text(json.dumps(by_module), encoding="utf-8")
        counts = plan.with_suffix(".counts")
        counts.write_bytes(bytes(max(len(self._lines), 1) * COUNT))
        with counts.open("rb") as opened:
            self._counts = mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ)
        self._seen = bytes(self._counts)
        self.words = ("--coverage", str(plan), str(counts))

    def take(self) -> frozenset[Line]:
        """Return the lines that ran since this was last called."""
        now = bytes(self._counts)
        before, self._seen = memoryview(self._seen).cast("Q"), now
        pairs = zip(self._lines, memoryview(now).cast("Q"), before, strict=False)
        return frozenset(line for line, count, earlier in pairs if count != earlier)
