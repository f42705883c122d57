"""Branches, named by the text of their lines, which is stable across versions and releases."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tools.coverage.measuring import FunctionTrace, Jump, Trace

EXIT = "exit"
"""The target of a branch that leaves its function."""


@dataclass(frozen=True, order=True, slots=True)
class Branch:
    """A branch from one line of harbor to another, or a whole function that is never called.

    ``line`` and ``to`` are the text of a line without indentation; if a function repeats a line,
    the later ones end in ``#2``, ``#3``. Both are empty for a whole function. ``at`` is the line's
    number in the wheel, for people.
    """

    module: str
    function: str
    line: str = ""
    to: str = ""
    at: int = field(default=0, compare=False)

    @property
    def is_function(self) -> bool:
        """Whether this is a whole function."""
        return not self.line

    def __str__(self) -> str:
        """Return the module, the function and the two lines."""
        where = f"{self.module} {self.function}"
        return where if self.is_function else f"{where}: `{self.line}` → `{self.to}`"

    @property
    def complaint(self) -> str:
        """The branch with its line number, and that no input takes it."""
        where = str(self).replace(" ", f":{self.at} ", 1)
        return f"{where} is never called" if self.is_function else f"{where} is never taken"


@dataclass(frozen=True, slots=True)
class FunctionCoverage:
    """One function: the operations that call it, and those that take each branch."""

    whole: Branch
    entered_by: frozenset[str]
    branches: dict[Branch, frozenset[str]]

    @property
    def unreached(self) -> list[Branch]:
        """The whole function, or those of its branches, that no operation takes."""
        if not self.entered_by:
            return [self.whole]
        return [branch for branch, operations in self.branches.items() if not operations]


type Coverage = dict[str, list[FunctionCoverage]]
"""The functions of every module that any operation imported, by module."""


def joined(traces: Iterable[Trace], root: Path) -> Coverage:
    """Return what several operations take; ``root`` is the folder of harbor."""
    by_function: dict[tuple[str, str], dict[str, FunctionTrace]] = {}
    found: Coverage = {}
    for trace in traces:
        for module, functions in trace.modules.items():
            found.setdefault(module, [])
            for name, function in functions.items():
                by_function.setdefault((module, name), {})[trace.operation] = function
    for (module, name), by_operation in sorted(by_function.items()):
        lines = (root / module).read_text(encoding="utf-8").splitlines()
        found[module].append(_function(module, name, lines, by_operation))
    for coverage in found.values():
        coverage.sort(key=lambda function: function.whole.at)
    return dict(sorted(found.items()))


_SETTER = re.compile(r"@\d+$")
"""What coverage.py adds to the second function of a name: its line number."""


def _function(
    module: str, name: str, lines: list[str], by_operation: dict[str, FunctionTrace]
) -> FunctionCoverage:
    traces = by_operation.values()
    name = _SETTER.sub(" (setter)", name)
    jumps = sorted({jump for trace in traces for jump in trace.taken | trace.missed})
    return FunctionCoverage(
        whole=Branch(module, name, at=next(iter(traces)).first_line),
        entered_by=frozenset(op for op, trace in by_operation.items() if trace.entered),
        branches={
            Branch(module, name, line, to, jump[0]): frozenset(
                op for op, trace in by_operation.items() if jump in trace.taken
            )
            for jump, line, to in _texts(jumps, lines)
        },
    )


def _texts(jumps: list[Jump], lines: list[str]) -> Iterator[tuple[Jump, str, str]]:
    """Yield each branch with the texts of its two lines, numbered if they are the same."""
    seen: Counter[tuple[str, str]] = Counter()
    for at, goes_on in jumps:
        line, to = lines[at - 1].strip(), EXIT if goes_on < 0 else lines[goes_on - 1].strip()
        seen[line, to] += 1
        times = seen[line, to]
        yield (at, goes_on), (line if times == 1 else f"{line} #{times}"), to
