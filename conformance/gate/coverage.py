"""Which of the changed lines of two releases the cases ran."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from conformance.gate.source_diff.differing import Differing
from conformance.gate.source_diff.reasons import why_unreached
from conformance.gate.source_diff.statements import SourceStatement
from conformance.gate.source_diff.watching import Line
from conformance.implementations.environments.versions import Pair

type Reached = frozenset[tuple[str, Line]]
"""Lines that ran, each with the release that ran it."""

type Differences = Mapping[Pair, Differing]


@dataclass(frozen=True, slots=True)
class Unreached:
    """Changed lines of one function that no case ran, and why none does, if that is known."""

    release: str
    module: str
    function: str
    lines: tuple[int, ...]
    reason: str = ""

    def __str__(self) -> str:
        """Return where they stand."""
        lines = ", ".join(map(str, self.lines[:_SHOWN]))
        more = f" and {len(self.lines) - _SHOWN} more" if len(self.lines) > _SHOWN else ""
        return f"{self.module}:{lines}{more} ({self.function}, {self.release})"


_SHOWN = 8


@dataclass(frozen=True, slots=True)
class Reach:
    """How much of a change the cases ran.

    Of ``lines`` of functions in the path of rewards that only one of two releases has,
    ``reached`` ran. ``declarations`` counts changed statements that run at import; ``outside``
    the changed modules that no reward depends on.
    """

    lines: int
    reached: int
    unreached: tuple[Unreached, ...]
    declarations: int
    outside: int

    @property
    def open(self) -> tuple[Unreached, ...]:
        """What did not run, and nobody knows why."""
        return tuple(one for one in self.unreached if not one.reason)

    def __str__(self) -> str:
        """Return the share in words."""
        known = sum(len(one.lines) for one in self.unreached if one.reason)
        why = f" ({known:,} more cannot be, each with its reason)" if known else ""
        return f"{self.reached:,} of {self.lines:,} changed lines run{why}"


def watched(differences: Differences) -> dict[str, tuple[Line, ...]]:
    """Return which lines of each release are to be watched."""
    lines: dict[str, list[Line]] = {}
    for pair, known in differences.items():
        for release, statements in _sides(pair, known):
            lines.setdefault(release, []).extend((one.module, one.runs) for one in statements)
    return {release: tuple(of) for release, of in lines.items()}


def _sides(pair: Pair, known: Differing) -> Iterator[tuple[str, list[SourceStatement]]]:
    """Yield each release with the changed statements of its functions."""
    yield pair.before, [one for one in known.gone if one.runs]
    yield pair.after, [one for one in known.come if one.runs]


def reach_of(pair: Pair, known: Differing, reached: Reached) -> Reach:
    """Return how much of a change cases ran that ran these lines."""
    lines, missed, unreached = 0, 0, list[Unreached]()
    for release, statements in _sides(pair, known):
        left = [one for one in statements if (release, (one.module, one.runs)) not in reached]
        lines += len(statements)
        missed += len(left)
        unreached += _unreached(release, left)
    return Reach(
        lines=lines,
        reached=lines - missed,
        unreached=tuple(unreached),
        declarations=sum(not one.runs for one in (*known.gone, *known.come)),
        outside=known.outside,
    )


def _unreached(release: str, statements: Sequence[SourceStatement]) -> Iterator[Unreached]:
    def place(one: SourceStatement) -> tuple[str, str, str]:
        return one.module, one.scope, why_unreached(one)

    for (module, function, why), group in groupby(statements, place):
        lines = sorted({one.runs for one in group})
        yield Unreached(release, module, function, tuple(lines), why)
