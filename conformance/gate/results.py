"""What a gate finds out: plain values, and what they come to."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from conformance.certification.plan import Step
from conformance.examination.evidence import size
from conformance.examination.findings import Finding
from conformance.gate.asking import Cause, Sighting, StepResult
from conformance.gate.conditions import Conditions
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
    conditions: Conditions | None
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


type Outcomes = list[StepResult | str]
"""What was seen of a pair, and why what could not be asked was not."""


def gated(pair: Pair, conditions: Conditions | None, outcomes: Outcomes) -> Gated:
    """Return what is known about a pair from what it was asked."""
    results = _step_results(outcomes)
    cases: Counter[str] = Counter()
    for one in results:
        cases[one.step.operation] += one.cases
    problems = [one for one in outcomes if isinstance(one, str)]
    problems += [f"{one.step.operation}: {problem}" for one in results for problem in one.problems]
    undriven = tuple(dict.fromkeys(problems))
    return Gated(pair, conditions, dict(cases), changes_of(results), undriven)


type Sightings = list[tuple[Step, Sighting]]
"""Where one cause was seen."""


def sightings_of(outcomes: Iterable[StepResult | str]) -> dict[Cause, Sightings]:
    """Return where each cause was seen."""
    by_cause: dict[Cause, Sightings] = {}
    for one in _step_results(outcomes):
        for sighting in one.sightings:
            by_cause.setdefault(sighting.cause, []).append((one.step, sighting))
    return by_cause


def changes_of(results: Iterable[StepResult]) -> tuple[Change, ...]:
    """Return the distinct changes of what was seen: scores first, then by clause.

    Causes that part in the text only and have the same smallest case are one change.
    """
    changes = _together([_change(cause, where) for cause, where in sightings_of(results).items()])
    return tuple(
        sorted(changes, key=lambda change: (change.touches, change.clauses, change.causes))
    )


def smallest(sightings: Sightings) -> tuple[Step, Sighting]:
    """Return the sighting with the smallest case."""
    return min(sightings, key=lambda entry: (size(entry[1].finding.case), entry[0].requirement))


def _step_results(outcomes: Iterable[StepResult | str]) -> list[StepResult]:
    return [one for one in outcomes if isinstance(one, StepResult)]


def _change(cause: Cause, where: Sightings) -> Change:
    step, sighting = smallest(where)
    return Change(
        causes=(cause,),
        touches=min(one.touches for _, one in where),
        places=sighting.places,
        clauses=tuple(sorted({one.requirement for one, _ in where})),
        finding=sighting.finding,
        step=step,
    )


def _together(changes: Sequence[Change]) -> list[Change]:
    joined: dict[str, Change] = {}
    for change in changes:
        text = change.touches is Touches.TEXT
        key = repr(change.finding.case) if text else change.causes[0]
        earlier = joined.get(key)
        joined[key] = change if earlier is None else _joined(earlier, change)
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
