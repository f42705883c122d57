"""Which lines of harbor run: those of a plan, or all of some modules.

harbor is unchanged: the interpreter reports which lines it runs (PEP 669), only in functions with a
watched line.
"""

import json
import mmap
import sys
from collections.abc import Callable
from pathlib import Path
from types import CodeType

_monitoring = sys.monitoring


def watch(plan: Path, counts: Path) -> None:
    """Mark the lines of a plan that run from now on.

    ``plan`` has a JSON object of lines by module, such as ``harbor/job.py``; ``counts`` is a file
    with a byte for each, in the plan's order, which is set to 1.
    """
    files: dict[str, list[int]] = json.loads(plan.read_bytes())
    places = [(file, line) for file, lines in files.items() for line in lines]
    if places:
        _Watch(places, counts).begin()


class _Watch:
    """The places that are watched, and their counts."""

    def __init__(self, places: list[tuple[str, int]], counts: Path) -> None:
        """Take the places in the order of their counts."""
        with counts.open("r+b") as file:
            self._counts = mmap.mmap(file.fileno(), len(places))
        self._places = {place: number for number, place in enumerate(places)}
        self._files = {file for file, _ in places}

    def begin(self) -> None:
        """Start the interpreter's reports."""
        _tell(self._function, self._line)

    def _function(self, code: CodeType, _: int) -> object:
        file = _module(code)
        lines = (line for *_, line in code.co_lines())
        if file in self._files and any((file, line) in self._places for line in lines):
            _monitoring.set_local_events(_monitoring.COVERAGE_ID, code, _monitoring.events.LINE)
        return _monitoring.DISABLE

    def _line(self, code: CodeType, line: int) -> object:
        number = self._places.get((_module(code), line))
        if number is not None:
            self._counts[number] = 1
        return _monitoring.DISABLE  # a line that ran costs nothing from now on


class FirstLines:
    """Which lines of some modules ran; a line is reported once, and then costs nothing."""

    def __init__(self, of: Callable[[str], bool]) -> None:
        """Take the watched modules, such as ``harbor/job.py``."""
        self._of = of
        self._ran: list[tuple[str, int]] = []

    def begin(self) -> None:
        """Start the interpreter's reports."""
        _tell(self._function, self._line)

    def take(self) -> list[tuple[str, int]]:
        """Return the lines that ran for the first time since the last call."""
        if not self._ran:
            return []
        ran, self._ran = self._ran, []
        return ran

    def _function(self, code: CodeType, _: int) -> object:
        if self._of(_module(code)):
            _monitoring.set_local_events(_monitoring.COVERAGE_ID, code, _monitoring.events.LINE)
        return _monitoring.DISABLE

    def _line(self, code: CodeType, line: int) -> object:
        self._ran.append((_module(code), line))
        return _monitoring.DISABLE


def _tell(
    function: Callable[[CodeType, int], object], line: Callable[[CodeType, int], object]
) -> None:
    """Make the interpreter report each function that starts, and the requested lines."""
    tool, events = _monitoring.COVERAGE_ID, _monitoring.events
    _monitoring.use_tool_id(tool, "harbor-conformance")
    _monitoring.register_callback(tool, events.PY_START, function)
    _monitoring.register_callback(tool, events.LINE, line)
    _monitoring.set_events(tool, events.PY_START)


def _module(code: CodeType) -> str:
    """Return the path of a module below the folder of installed packages."""
    return code.co_filename.rpartition("/site-packages/")[2]
