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
    if not places:
        return
    numbers = {place: number for number, place in enumerate(places)}
    with counts.open("r+b") as file:
        marks = mmap.mmap(file.fileno(), len(places))

    def wants(module: str, code: CodeType) -> bool:
        return module in files and any((module, line) in numbers for *_, line in code.co_lines())

    def ran(module: str, line: int) -> None:
        number = numbers.get((module, line))
        if number is not None:
            marks[number] = 1

    _tell(wants, ran)


class FirstLines:
    """Which lines of some modules ran."""

    def __init__(self, of: Callable[[str], bool]) -> None:
        """Take the watched modules, such as ``harbor/job.py``."""
        self._of = of
        self._ran: list[tuple[str, int]] = []

    def begin(self) -> None:
        """Start the interpreter's reports."""
        _tell(lambda module, _: self._of(module), lambda *line: self._ran.append(line))

    def take(self) -> list[tuple[str, int]]:
        """Return the lines that ran for the first time since the last call."""
        if not self._ran:
            return []
        ran, self._ran = self._ran, []
        return ran


def _tell(wants: Callable[[str, CodeType], bool], ran: Callable[[str, int], object]) -> None:
    """Make the interpreter report the lines of the functions that are wanted.

    A line is reported once, and then costs nothing.
    """
    tool, events = _monitoring.COVERAGE_ID, _monitoring.events

    def function(code: CodeType, _: int) -> object:
        if wants(_module(code), code):
            _monitoring.set_local_events(tool, code, events.LINE)
        return _monitoring.DISABLE

    def line(code: CodeType, number: int) -> object:
        ran(_module(code), number)
        return _monitoring.DISABLE

    _monitoring.use_tool_id(tool, "harbor-conformance")
    _monitoring.register_callback(tool, events.PY_START, function)
    _monitoring.register_callback(tool, events.LINE, line)
    _monitoring.set_events(tool, events.PY_START)


def _module(code: CodeType) -> str:
    """Return the path of a module below the folder of installed packages."""
    return code.co_filename.rpartition("/site-packages/")[2]
