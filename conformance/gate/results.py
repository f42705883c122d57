"""What a gate finds out: plain values, and what they come to."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from conformance.certification.plan import Step
from conformance.examination.examination import size
from conformance.examination.findings import Finding
from conformance.gate.asking import Cause, Seen, Sighting
from conformance.gate.held import Held
from conformance.gate.partings import Touches
from conformance.gate.releases import Pair

INTERRUPTED = "interrupted before every question was asked"
"""Why a pair was not asked everything, where somebody stopped the gate."""


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that a release does otherwise: where it shows, and its smallest case.

    ``causes`` are several where only the text parts. ``step`` asks the question again;
    ``accepted`` is why somebody has agreed to it.
    """

    causes: tuple[Cause, ...]
    touches: Touches
    places: tuple[str, ...]
    clauses: tuple[str, ...]
    finding: Finding
    step: Step
    accepted: str = ""


@dataclass(frozen=True, slots=True)
class Gated:
    """What is known about two releases.

    ``cases`` counts the questions by operation. ``undriven`` says what could not be
    asked, and why; ``stale`` which accepted changes are not there, or not as accepted.
    """

    pair: Pair
    held: Held | None
    cases: Mapping[str, int]
    changes: tuple[Change, ...]
    undriven: tuple[str, ...] = ()
    stale: tuple[str, ...] = ()

    @property
    def verdict(self) -> str:
        """Return ``no change``, ``changed``, or ``not driven`` where nothing was asked."""
        if self.changes:
            return "changed"
        return "not driven" if self.undriven or not any(self.cases.values()) else "no change"

    @property
    def new(self) -> tuple[Change, ...]:
        """The changes that nobody has accepted."""
        return tuple(change for change in self.changes if not change.accepted)


type Shown = list[Seen | str]
"""What was seen of a pair, and why what could not be asked was not."""


def gated(pair: Pair, held: Held | None, shown: Shown) -> Gated:
    """Return what is known about a pair from what it was asked."""
    seen = _seen(shown)
    cases: Counter[str] = Counter()
    for one in seen:
        cases[one.step.operation] += one.cases
    problems = [one for one in shown if isinstance(one, str)]
    problems += [f"{one.step.operation}: {problem}" for one in seen for problem in one.problems]
    undriven = tuple(dict.fromkeys(problems))
    return Gated(pair, held, dict(cases), changes_of(seen), undriven)


type Sightings = list[tuple[Step, Sighting]]
"""Where one cause was seen."""


def sightings_of(shown: Iterable[Seen | str]) -> dict[Cause, Sightings]:
    """Return where each cause was seen."""
    by_cause: dict[Cause, Sightings] = {}
    for one in _seen(shown):
        for sighting in one.sightings:
            by_cause.setdefault(sighting.cause, []).append((one.step, sighting))
    return by_cause


def changes_of(seen: Iterable[Seen]) -> tuple[Change, ...]:
    """Return the distinct changes of what was seen: scores first, then by clause.

    Causes that part in the text only and have the same smallest case are one change.
    """
    found = _together([_change(*known) for known in sightings_of(seen).items()])
    return tuple(sorted(found, key=lambda change: (change.touches, change.clauses, change.causes)))


def smallest(sightings: Sightings) -> tuple[Step, Sighting]:
    """Return the sighting with the smallest case."""
    return min(sightings, key=lambda found: (size(found[1].finding.case), found[0].requirement))


def _seen(shown: Iterable[Seen | str]) -> list[Seen]:
    return [one for one in shown if isinstance(one, Seen)]


def _change(cause: Cause, where: Sightings) -> Change:
    step, sighting = smallest(where)
    return Change(
        causes=(cause,),
        touches=min(found.touches for _, found in where),
        places=sighting.places,
        clauses=tuple(sorted({found.requirement for found, _ in where})),
        finding=sighting.finding,
        step=step,
    )


def _together(changes: Sequence[Change]) -> list[Change]:
    joined: dict[str, Change] = {}
    for change in changes:
        text = change.touches is Touches.TEXT
        key = repr(change.finding.case) if text else change.causes[0]
        known = joined.get(key)
        joined[key] = change if known is None else _joined(known, change)
    return list(joined.values())


def _joined(first: Change, second: Change) -> Change:
    places = tuple(sorted({*first.places, *second.places}))
    return replace(
        first,
        causes=tuple(sorted({*first.causes, *second.causes})),
        places=places,
        clauses=tuple(sorted({*first.clauses, *second.clauses})),
        finding=replace(first.finding, difference="; ".join(places)),
    )
