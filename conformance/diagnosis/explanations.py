"""Explanations: deviations that a candidate may have together, and what they get wrong."""

from dataclasses import dataclass
from functools import cached_property

from candidates.deviations.catalogue import CATALOGUE, LACKING
from candidates.deviations.deviation import Deviation
from candidates.deviations.json_readers import READERS
from conformance.diagnosis.aspects import AspectDeviation
from conformance.diagnosis.conditions import Condition


@dataclass(frozen=True)
class Conditional:
    """A deviation that applies only where a condition holds."""

    row: Deviation
    condition: Condition

    @cached_property
    def name(self) -> str:
        """The deviation's name and the condition."""
        return f"{self.row.name} where {self.condition}"

    @property
    def clause(self) -> str:
        """The clause that the deviation breaks."""
        return self.row.clause

    @property
    def description(self) -> str:
        """What it does, and where."""
        return f"{self.row.description}, where {self.condition}"

    @property
    def advice(self) -> str:
        """What to change, and where; empty if the deviation has no advice."""
        inner = self.row.advice
        return f"{inner.rstrip('.')}, where {self.condition}." if inner else ""


type DeviationSet = tuple[Deviation | Conditional, ...]
"""Deviations that a candidate may have together."""


def names_of(explanation: DeviationSet) -> tuple[str, ...]:
    """Return the names of an explanation's deviations, values included."""
    return tuple(deviation.name for deviation in explanation)


@dataclass(frozen=True, slots=True)
class Scored:
    """An explanation, and the places whose answers it does not predict."""

    deviations: DeviationSet
    missed: frozenset[int]
    contradicted: frozenset[int]

    @property
    def rank(self) -> tuple[float, int, tuple[int, ...]]:
        """What explanations are ordered by: what they get wrong, and how far they are fetched."""
        places = tuple(map(_place, names_of(self.deviations)))
        fetched = sum(map(far_fetched, self.deviations))
        return self.wrong + fetched, len(self.deviations), places

    @property
    def wrong(self) -> int:
        """How much is not predicted; contradictions weigh twice."""
        return len(self.missed) + 2 * len(self.contradicted)


def far_fetched(one: Deviation | Conditional) -> float:
    """Return how many wrong predictions a deviation has to save to be worth it."""
    if isinstance(one, Conditional):
        return one.condition.far_fetched + far_fetched(one.row)
    if not is_named(one):
        return _FETCHED + one.rule
    return 0 if _is_usual(one) else _UNUSUAL


def _is_usual(row: Deviation) -> bool:
    """Return whether a deviation has no value, or one that the catalogue has."""
    name, _, value = row.name.partition("=")
    parameter = CATALOGUE[name.removeprefix(LACKING)].parameter
    return not value or parameter is None or value in {parameter.default, *parameter.usual}


_FETCHED = 0.5
"""How far-fetched an edit is: less than a case that a deviation of the catalogue gets wrong."""

_UNUSUAL = 0.25
"""How far-fetched a value is that the answers suggest: one more fact, but less than an edit."""


def is_named(one: Deviation | Conditional) -> bool:
    """Return whether a deviation is one of the catalogue, and applies everywhere."""
    return isinstance(one, Deviation) and not one.rule and _place(one.name) < len(_PLACES)


def is_a_reader(row: Deviation) -> bool:
    """Return whether it is a library that reads JSON: under a condition most of it is not so."""
    known = CATALOGUE.get(row.name.partition("=")[0])
    ways = known.parameter.choices if known is not None and known.parameter is not None else {}
    return not READERS.keys().isdisjoint(ways)


def needs_others(one: Deviation | Conditional) -> bool:
    """Return whether it may predict no case by itself: the others change the rest of the answer.

    Of several deviations that a candidate lacks of a release, each hides the others.
    """
    row = one.row if isinstance(one, Conditional) else one
    return one.name.startswith(LACKING) or isinstance(row, AspectDeviation)


def with_deviation(explanation: DeviationSet, row: Deviation | Conditional) -> DeviationSet:
    """Return an explanation with one more deviation, in the catalogue's order."""
    return tuple(sorted((*explanation, row), key=lambda one: _place(one.name)))


def without(deviations: DeviationSet, row: Deviation | Conditional) -> DeviationSet:
    """Return the other deviations of an explanation."""
    return tuple(other for other in deviations if other is not row)


def _place(name: str) -> int:
    plain = name.removeprefix(LACKING).partition("=")[0].partition(" where ")[0]
    return _PLACES.get(plain, len(_PLACES))


_PLACES = {name: place for place, name in enumerate(CATALOGUE)}
