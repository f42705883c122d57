"""Which lines of a release questions run, as the release itself counts them."""

import json
import mmap
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

COUNT = 8
"""Bytes of a count, as ``oracle.coverage`` writes them."""

type Line = tuple[str, int]
"""A line of a module, such as ``harbor/job.py``."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The lines of a release to be watched, in a file that its process reads."""

    file: Path
    places: tuple[Line, ...]

    def counters(self, name: str) -> "Counters":
        """Return counters for one process, all of them 0."""
        counts = self.file.with_name(f"{self.file.stem}-{name}.counts")
        counts.write_bytes(bytes(max(len(self.places), 1) * COUNT))
        return Counters(self, counts)


def plan(file: Path, places: Iterable[Line]) -> Plan:
    """Write which lines are to be watched."""
    lines: dict[str, list[int]] = {}
    for path, line in dict.fromkeys(places):
        lines.setdefault(path, []).append(line)
    file.write_text(json.dumps(lines), encoding="utf-8")
    return Plan(file, tuple((path, line) for path, of_file in lines.items() for line in of_file))


class Counters:
    """How often each line of a plan was run by one process."""

    def __init__(self, of: Plan, file: Path) -> None:
        """Take the file that the process counts in."""
        self._plan = of
        self.file = file
        with file.open("rb") as opened:
            self._counts = mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ)
        self._seen = bytes(self._counts)

    @property
    def words(self) -> tuple[str, ...]:
        """What the command line of the process has to say."""
        return ("--coverage", str(self._plan.file), str(self.file))

    def take(self) -> frozenset[Line]:
        """Return the lines that were run since this was last asked."""
        now = bytes(self._counts)
        before, self._seen = memoryview(self._seen).cast("Q"), now
        counts = memoryview(now).cast("Q")
        return frozenset(
            place
            for number, place in enumerate(self._plan.places)
            if counts[number] != before[number]
        )
