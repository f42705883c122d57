"""Which lines of some modules of harbor run, each once.

harbor is unchanged: the interpreter reports which lines it runs (PEP 669), only in these modules.
"""

import sys
from collections.abc import Callable, Collection
from pathlib import Path
from types import CodeType

_monitoring = sys.monitoring


def watch(file: Path, modules: Collection[str]) -> None:
    """Add each line of modules, such as ``harbor/job.py``, to a file when it first runs.

    A line of the file has the module and the number.
    """
    ran = file.open("a", encoding="utf-8", buffering=1)
    _tell(modules.__contains__, lambda module, line: ran.write(f"{module} {line}\n"))


class FirstLines:
    """Which lines of some modules ran."""

    def __init__(self, of: Callable[[str], bool]) -> None:
        """Take the watched modules, such as ``harbor/job.py``."""
        self._of = of
        self._ran: list[tuple[str, int]] = []

    def begin(self) -> None:
        """Start the interpreter's reports."""
        _tell(self._of, lambda *line: self._ran.append(line))

    def take(self) -> list[tuple[str, int]]:
        """Return the lines that ran for the first time since the last call."""
        if not self._ran:
            return []
        ran, self._ran = self._ran, []
        return ran


def _tell(wants: Callable[[str], bool], ran: Callable[[str, int], object]) -> None:
    """Make the interpreter report the lines of the modules that are wanted.

    A line is reported once, and then costs nothing.
    """
    tool, events = _monitoring.COVERAGE_ID, _monitoring.events

    def function(code: CodeType, _: int) -> object:
        if wants(_module(code)):
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
