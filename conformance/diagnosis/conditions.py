"""Where a deviation applies: the simplest condition that separates two sets of cases."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from conformance.diagnosis.facts import COUNT, Facts, denied, of_a_text

MOST_FACTS = 3
"""The most facts of one condition."""

_LIMITS = 12
"""The most limits to try for one count."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact about a case: something occurs, or does not, or a count lies in a range."""

    name: str
    least: float
    most: float = math.inf

    def holds(self, facts: Facts) -> bool:
        """Return whether it is true for a case."""
        return self.least <= facts.get(self.name, 0) <= self.most

    @property
    def is_vague(self) -> bool:
        """Return whether it is a count, or a denial that often holds by chance.

        A value, such as null, decides more often.
        """
        denied = self.least <= 0 and (" has " in self.name or self.name.startswith("two "))
        return denied or self.name.startswith(COUNT)

    @property
    def is_of_answer(self) -> bool:
        """Return whether it is about the expected answer, which follows from the input."""
        return "'s answer" in self.name

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
    """Facts that must all be true for a case."""

    facts: tuple[Fact, ...] = ()

    @property
    def far_fetched(self) -> int:
        """How many wrong predictions a condition has to save to be worth it."""
        return sum(2 + 2 * fact.is_vague for fact in self.facts)

    def holds_of(self, facts: Facts) -> bool:
        """Return whether it holds for a case with these facts."""
        return all(fact.holds(facts) for fact in self.facts)

    def __str__(self) -> str:
        """Return it in words; empty if it always holds."""
        said = [str(one) for one in self.facts]
        for one in said:
            whose, found, _ = one.partition(" is empty, null or absent")
            if found and f"{whose} is not empty" in said:
                said = [each for each in said if not each.startswith(f"{whose} is ")]
                said.append(f"{whose} is null or absent")
        return " and ".join(said)


class FactTable:
    """The facts of numbered cases, and a bit mask of cases for each fact."""

    def __init__(self) -> None:
        """Start without cases."""
        self._facts: dict[int, Facts] = {}
        self._masks: dict[Fact, int] = {}
        self._having: dict[str, dict[int, float]] = {}

    def add(self, cases: Mapping[int, Facts]) -> None:
        """Take the facts of cases that are not known yet."""
        for place, facts in cases.items():
            if place not in self._facts:
                self._facts[place] = facts
                self._masks.clear()
                for name, value in facts.items():
                    self._having.setdefault(name, {})[place] = value

    def mask(self, fact: Fact) -> int:
        """Return the cases for which a fact is true, one bit each."""
        if fact not in self._masks:
            having = self._having.get(fact.name, {})
            true = sum(1 << p for p, value in having.items() if fact.least <= value <= fact.most)
            if fact.least <= 0 <= fact.most:
                true |= mask_of(place for place in self._facts if place not in having)
            self._masks[fact] = true
        return self._masks[fact]

    def candidates(self, inside: Iterable[int]) -> Iterator[Fact]:
        """Yield the facts that a condition of these cases may have, sizes and characters last."""
        inside = list(inside)
        names = dict.fromkeys(name for place in inside for name in self._facts[place])
        for name in sorted(names, key=lambda one: (one.startswith(COUNT), " has " in one)):
            if name.startswith(COUNT):
                for limit in sorted({self._facts[p].get(name, 0) for p in inside})[:_LIMITS]:
                    yield Fact(name, limit)
                    yield Fact(name, -math.inf, limit)
                    yield Fact(name, limit, limit)
            else:
                yield Fact(name, 1)
        of_inside = mask_of(inside)
        for name in self._having:
            named = name.startswith(COUNT) or (
                of_a_text(name) is not None and " begins " not in name
            )
            if not named and of_inside & ~self.mask(Fact(name, 1)):  # texts lack many words
                yield Fact(name, 0, 0)

    def separating(self, inside: Sequence[int], outside: Sequence[int]) -> Condition | None:
        """Return a condition of a few facts that holds for many cases inside and none outside.

        One on values only is preferred if it holds for all inside, and of two as simple one on
        values of the input. None if each holds outside too.
        """
        every = [*self.candidates(inside)]
        of_values = [one for one in every if not one.is_vague]
        of_input = [one for one in of_values if not one.is_of_answer]
        tried = [self._of_facts(inside, outside, facts) for facts in (of_input, of_values)]
        found = [one for one in tried if one]
        held = [one for one in found if all(one.holds_of(self._facts[place]) for place in inside)]
        if held:
            return min(held, key=lambda one: one.far_fetched)
        return self._of_facts(inside, outside, every) or (found[-1] if found else None)

    def _of_facts(
        self, inside: Sequence[int], outside: Sequence[int], facts: Iterable[Fact]
    ) -> Condition | None:
        """Return the condition of some of the facts.

        Facts are added one by one, always the one that gains most (as in FOIL).
        """
        kept, wrong = mask_of(inside), mask_of(outside)
        everything = wrong
        rows = [
            (fact, of & kept, of & wrong)
            for fact in facts
            if (of := self.mask(fact)) & wrong != wrong
        ]
        chosen: list[tuple[Fact, int]] = []
        while wrong and len(chosen) < MOST_FACTS:
            before = _information(kept, wrong)
            gains = (
                ((kept & of).bit_count() * (before - _information(kept & of, wrong & but)), place)
                for place, (_, of, but) in enumerate(rows)
                if kept & of
            )
            gain, place = max(
                gains, key=lambda pair: (round(pair[0], 9), -pair[1]), default=(0.0, 0)
            )
            if gain <= 0:
                return None
            fact, of, but = rows[place]
            chosen.append((fact, but))
            kept, wrong = kept & of, wrong & but
        return None if wrong else Condition(_pruned(chosen, everything))

    def common(self, inside: Sequence[int], outside: Sequence[int]) -> tuple[Condition, int]:
        """Return the facts of all cases inside that exclude most outside, and how many they leave.

        Up to two facts are used, each of which excludes at least half of the rest.
        """
        kept, wrong = mask_of(inside), mask_of(outside)
        chosen: list[Fact] = []
        rows = [fact for fact in self.candidates(inside[:1]) if self.mask(fact) & kept == kept]
        while wrong and len(chosen) < MOST_FACTS - 1 and rows:
            best = min(rows, key=lambda fact: (self.mask(fact) & wrong).bit_count())
            left = wrong & self.mask(best)
            if 2 * left.bit_count() > wrong.bit_count():
                break
            chosen.append(best)
            wrong = left
        return Condition(tuple(chosen)), wrong.bit_count()


def separating(inside: Sequence[Facts], outside: Sequence[Facts]) -> Condition | None:
    """Return the condition that separates cases with these facts, as ``FactTable`` does."""
    table = FactTable()
    table.add(dict(enumerate([*inside, *outside])))
    places = range(len(inside) + len(outside))
    return table.separating(places[: len(inside)], places[len(inside) :])


def mask_of(places: Iterable[int]) -> int:
    """Return numbered cases as bits."""
    return sum(1 << place for place in places)


def _pruned(chosen: Sequence[tuple[Fact, int]], outside: int) -> tuple[Fact, ...]:
    """Drop the facts that the others make redundant."""
    facts = list(chosen)
    for one in chosen:
        left = outside
        for other in facts:
            left &= left if other is one else other[1]
        if not left:
            facts.remove(one)
    return tuple(fact for fact, _ in facts)


def _information(right: int, wrong: int) -> float:
    p, n = right.bit_count(), wrong.bit_count()
    return -math.log2(p / (p + n)) if p else math.inf
