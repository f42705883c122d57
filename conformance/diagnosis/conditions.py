"""Where a deviation applies: the simplest condition that separates two sets of cases."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from conformance.diagnosis.facts import COUNT, Facts, denied

MOST_FACTS = 3
"""Facts of one condition, at most."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact about a case: something occurs, or does not, or a count lies in a range."""

    name: str
    least: float
    most: float = math.inf

    def holds(self, facts: Facts) -> bool:
        """Return whether it is true of a case."""
        return self.least <= facts.get(self.name, 0) <= self.most

    def __str__(self) -> str:
        """Return it in words."""
        if not self.name.startswith(COUNT):
            return self.name if self.least > 0 else denied(self.name)
        if self.least == self.most:
            return f"the {self.name} is {self.least:g}"
        if self.most < math.inf:
            return f"the {self.name} is at most {self.most:g}"
        return f"the {self.name} is at least {self.least:g}"


@dataclass(frozen=True, slots=True)
class Condition:
    """Facts that all have to be true of a case."""

    facts: tuple[Fact, ...] = ()

    def holds_of(self, facts: Facts) -> bool:
        """Return whether it holds of a case with these facts."""
        return all(fact.holds(facts) for fact in self.facts)

    def __str__(self) -> str:
        """Return it in words; nothing for the one that always holds."""
        return " and ".join(map(str, self.facts))


def separating(
    inside: Sequence[Facts], outside: Sequence[Facts], most: int = MOST_FACTS
) -> Condition | None:
    """Return the condition of a few facts that holds of many inside and of none outside.

    Facts are added one by one, each the one that gains most (as in FOIL); None where some outside
    are left.
    """
    rows = [
        (fact, _mask(fact, inside), _mask(fact, outside)) for fact in _candidates(inside, outside)
    ]
    chosen: list[tuple[Fact, int]] = []
    kept, wrong = (1 << len(inside)) - 1, (1 << len(outside)) - 1
    while wrong and len(chosen) < most:
        before = _information(kept, wrong)
        gains = (
            ((kept & of).bit_count() * (before - _information(kept & of, wrong & but)), place)
            for place, (_, of, but) in enumerate(rows)
            if kept & of
        )
        gain, place = max(gains, key=lambda pair: (round(pair[0], 9), -pair[1]), default=(0.0, 0))
        if gain <= 0:
            return None
        fact, of, but = rows[place]
        chosen.append((fact, but))
        kept, wrong = kept & of, wrong & but
    return None if wrong else Condition(_pruned(chosen, len(outside)))


def _mask(fact: Fact, cases: Sequence[Facts]) -> int:
    """Return which cases a fact is true of, a bit each."""
    return sum(1 << place for place, facts in enumerate(cases) if fact.holds(facts))


def _pruned(chosen: Sequence[tuple[Fact, int]], outside: int) -> tuple[Fact, ...]:
    """Leave out the facts that the others make superfluous."""
    facts = list(chosen)
    for one in chosen:
        left = (1 << outside) - 1
        for other in facts:
            left &= left if other is one else other[1]
        if not left:
            facts.remove(one)
    return tuple(fact for fact, _ in facts)


def _information(right: int, wrong: int) -> float:
    p, n = right.bit_count(), wrong.bit_count()
    return -math.log2(p / (p + n)) if p else math.inf


def _candidates(inside: Sequence[Facts], outside: Sequence[Facts]) -> Iterator[Fact]:
    for name in dict.fromkeys(name for one in (*inside, *outside) for name in sorted(one)):
        if name.startswith(COUNT):
            limits = sorted({one.get(name, 0) for one in inside})
            for limit in limits[:12]:
                yield Fact(name, limit)
                yield Fact(name, -math.inf, limit)
                yield Fact(name, limit, limit)
        else:
            yield Fact(name, 1)
            yield Fact(name, 0, 0)
