"""Which changed lines of two releases the cases ran, and why the others do not run."""

import os
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cache, partial
from itertools import accumulate, count, groupby, product
from pathlib import Path

from pydantic import Field

from conformance.gate.statements import Differing, SourceStatement
from conformance.implementations.environments.versions import Pair
from conformance.operations.harbor_modules import Table, read_table

type Line = tuple[str, int]
"""A line of a module, such as ``harbor/job.py``."""

type Reached = frozenset[tuple[str, Line]]
"""Lines that ran, each with the release that ran it."""

UNREACHED = Path(__file__).parent / "unreached.toml"
_numbers = count()


class Counters:
    """Which of some lines one process runs."""

    def __init__(self, lines: Iterable[Line], folder: Path) -> None:
        """Make a file for the lines that run, which the ``words`` of a command name."""
        self._lines, self._taken = frozenset(lines), 0
        self._ran = folder / f"{os.getpid()}-{next(_numbers)}"
        self._ran.touch()
        self.words = "--coverage", str(self._ran), *sorted({module for module, _ in self._lines})

    def take(self) -> frozenset[Line]:
        """Return the lines that ran since the last call."""
        with self._ran.open(encoding="utf-8") as file:
            file.seek(self._taken)
            ran = map(str.split, file.readlines())
            self._taken = file.tell()
        return self._lines.intersection((module, int(line)) for module, line in ran)


class Reason(Table):
    """Why no case runs functions of a module, or only these statements of them.

    With ``undriven``, it applies only if that operation is not driven.
    """

    module: str
    reason: str = Field(min_length=1)
    functions: tuple[str, ...] = Field(min_length=1)
    statements: tuple[str, ...] = ()
    undriven: str = ""


class _Reasons[Kind: Reason](Table):
    unreached: tuple[Kind, ...]


def read_reasons[Kind: Reason](file: Path, kind: type[Kind]) -> tuple[Kind, ...]:
    """Return the entries of a list; raises DataError."""
    return read_table(file, _Reasons[kind]).unreached  # type: ignore[valid-type] # as pydantic has it


_reasons = cache(partial(read_reasons, UNREACHED, Reason))


def why_unreached(statement: SourceStatement, undriven: Collection[str] = ()) -> str:
    """Return why cases do not run a changed statement of a function, or nothing.

    ``undriven`` are the operations that are not driven in one of the releases.
    """
    scopes = accumulate(statement.scope.split("."), "{}.{}".format)
    about = [one for one in _reasons() if one.module == statement.module]
    for name, known in product((*reversed([*scopes]), "*"), about):
        listed = not known.statements or statement.text in known.statements
        applies = not known.undriven or known.undriven in undriven
        if name in known.functions and applies and listed:
            return known.reason
    return ""


@dataclass(frozen=True, slots=True)
class Unreached:
    """Changed lines of one function that no case ran, and the reason, if known."""

    release: str
    module: str
    function: str
    lines: tuple[int, ...]
    reason: str = ""

    def __str__(self) -> str:
        """Return their place."""
        lines = ", ".join(map(str, self.lines[:_SHOWN]))
        more = f" and {len(self.lines) - _SHOWN} more" if len(self.lines) > _SHOWN else ""
        return f"{self.module}:{lines}{more} ({self.function}, {self.release})"


_SHOWN = 8


@dataclass(frozen=True, slots=True)
class Reach:
    """How much of a change the cases ran.

    ``lines`` counts the lines of functions in the path of rewards that only one release has;
    ``reached`` of them ran. ``declarations`` counts changed statements that run at import, and
    ``outside`` the changed modules that no reward depends on.
    """

    lines: int
    reached: int
    unreached: tuple[Unreached, ...]
    declarations: int
    outside: int

    @property
    def open(self) -> tuple[Unreached, ...]:
        """The lines that did not run, without a known reason."""
        return tuple(one for one in self.unreached if not one.reason)

    def __str__(self) -> str:
        """Return the coverage in words."""
        known = sum(len(one.lines) for one in self.unreached if one.reason)
        why = f" ({known:,} more cannot be, each with its reason)" if known else ""
        return f"{self.reached:,} of {self.lines:,} changed lines run{why}"


def watched(known: Differing) -> tuple[tuple[Line, ...], tuple[Line, ...]]:
    """Return the lines of functions that only one release has, for each release."""
    gone, come = ([(x.module, x.runs) for x in side if x.runs] for side in (known.gone, known.come))
    return tuple(dict.fromkeys(gone)), tuple(dict.fromkeys(come))


def reach_of(
    pair: Pair, known: Differing, reached: Reached, undriven: Collection[str] = ()
) -> Reach:
    """Return how much of a change is covered by these lines."""
    why = partial(why_unreached, undriven=undriven)
    sides = (pair.before, known.gone), (pair.after, known.come)
    changed = [(release, one) for release, side in sides for one in side if one.runs]
    missed = [(r, one) for r, one in changed if (r, (one.module, one.runs)) not in reached]
    places = groupby(missed, lambda of: (of[0], of[1].module, of[1].scope, why(of[1])))
    return Reach(
        lines=len(changed),
        reached=len(changed) - len(missed),
        unreached=tuple(
            Unreached(release, module, scope, tuple(sorted({one.runs for _, one in group})), reason)
            for (release, module, scope, reason), group in places
        ),
        declarations=sum(not one.runs for one in (*known.gone, *known.come)),
        outside=known.outside,
    )
