"""Which of the changed lines of two releases the questions ran."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from conformance.gate.source_diff.differing import Changed, Differing, differing
from conformance.gate.source_diff.reasons import why_unreached
from conformance.gate.source_diff.statements import text_of
from conformance.gate.source_diff.watching import Line, Plan, plan
from conformance.implementations.environments.releases import Environment
from conformance.implementations.environments.versions import Pair

type Reached = frozenset[tuple[str, Line]]
"""Lines that were run, each with the release that ran it."""


@dataclass(frozen=True, slots=True)
class Unreached:
    """Changed lines of one function that no question ran, and why none does, if that is known."""

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
    """How far the questions went into a change.

    Of ``lines`` of functions in the path of rewards that one release has and the other has not,
    ``reached`` were run. ``declarations`` counts changed statements that run at import;
    ``outside`` the changed modules that no reward depends on.
    """

    lines: int
    reached: int
    unreached: tuple[Unreached, ...]
    declarations: int
    outside: int

    @property
    def open(self) -> tuple[Unreached, ...]:
        """What was not run without anybody knowing why."""
        return tuple(one for one in self.unreached if not one.reason)

    def __str__(self) -> str:
        """Return the share in words."""
        known = sum(len(one.lines) for one in self.unreached if one.reason)
        why = f" ({known:,} more cannot be, each with its reason)" if known else ""
        return f"{self.reached:,} of {self.lines:,} changed lines run{why}"


type Differences = Mapping[Pair, Differing]


def differences(pairs: Iterable[Pair], environments: Mapping[str, Environment]) -> Differences:
    """Return what the code of each pair has otherwise."""
    return {
        pair: differing(environments[pair.before].package, environments[pair.after].package)
        for pair in pairs
    }


def plans(known: Differences, folder: Path) -> dict[str, Plan]:
    """Return which lines of each release are to be watched, written to a folder."""
    lines: dict[str, list[Line]] = {}
    for pair, one in known.items():
        for release, statements in ((pair.before, one.gone), (pair.after, one.come)):
            lines.setdefault(release, []).extend(_lines(statements))
    return {release: plan(folder / f"{release}.json", of) for release, of in lines.items()}


def _lines(statements: Iterable[Changed]) -> Iterator[Line]:
    return ((one.module, one.statement.runs) for one in statements if one.statement.runs)


def reach_of(pair: Pair, known: Differing, reached: Reached) -> Reach:
    """Return how far questions went that ran these lines."""
    sides = ((pair.before, known.gone), (pair.after, known.come))
    lines = [(release, line) for release, statements in sides for line in _lines(statements)]
    unreached = [
        one
        for release, statements in sides
        for one in _unreached(release, statements, {line for of, line in reached if of == release})
    ]
    every = [*known.gone, *known.come]
    return Reach(
        lines=len(lines),
        reached=sum((release, line) in reached for release, line in lines),
        unreached=tuple(unreached),
        declarations=sum(not one.statement.runs for one in every),
        outside=known.outside,
    )


def _unreached(
    release: str, statements: Sequence[Changed], reached: set[Line]
) -> Iterator[Unreached]:
    missed = [
        one
        for one in statements
        if one.statement.runs and (one.module, one.statement.runs) not in reached
    ]
    for (module, function, why), group in groupby(missed, _place_and_reason):
        lines = sorted({one.statement.runs for one in group})
        yield Unreached(release, module, function, tuple(lines), why)


def _place_and_reason(changed: Changed) -> tuple[str, str, str]:
    """Return the function of a statement, and why no question runs it."""
    module, function = changed.module, changed.statement.scope
    return module, function, why_unreached(module, function, text_of(changed.statement))
