"""What is kept of the questions of a check: the smallest of each kind of difference, and a part."""

import math
import sys
from dataclasses import dataclass, field
from typing import Protocol

from conformance.comparison.agreement import Comparison
from conformance.comparison.differences import Kind
from conformance.examination.findings import Finding, Observation
from conformance.protocol import show
from conformance.protocol.values import Case, Value

MOST = 40
"""Agreeing observations that are kept of one check, and diverging ones."""

_ROOM = 100_000
"""Characters, roughly, of the agreeing observations that are kept of one check."""


class OfCase(Protocol):
    """What was seen of one case."""

    @property
    def case(self) -> Case:
        """The case."""


def size(case: Case) -> tuple[int, str]:
    """Return what cases are ordered by: the length of what is shown of them, then the text."""
    text = show.case(case, longest=sys.maxsize)
    return len(text), text


def keep_smallest[Key, Seen: OfCase](kept: dict[Key, Seen], key: Key, seen: Seen) -> None:
    """Keep what was seen under a key, unless what is kept there is of a smaller case."""
    if key not in kept or size(seen.case) < size(kept[key].case):
        kept[key] = seen


@dataclass
class ResultCollector:
    """The smallest finding of each kind, and the observations that a diagnosis rests on.

    Of diverging observations the smallest are kept, of agreeing ones the first.
    """

    smallest: dict[Kind, Finding] = field(default_factory=dict)
    diverging: list[Observation] = field(default_factory=list)
    agreeing: list[Observation] = field(default_factory=list)
    room: float = _ROOM
    most: float = MOST

    @classmethod
    def of_everything(cls) -> "ResultCollector":
        """Return evidence that leaves nothing out."""
        return cls(room=math.inf, most=math.inf)

    @classmethod
    def of_divergence(cls, room: float = _ROOM) -> "ResultCollector":
        """Return evidence that keeps all that diverges, and as much that agrees as has room."""
        return cls(room=room, most=math.inf)

    @property
    def diverges(self) -> bool:
        """Whether any kind of divergence was seen."""
        return any(kind < Kind.SPELLING for kind in self.smallest)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The smallest finding of each kind, the gravest kind first."""
        return tuple(self.smallest[kind] for kind in sorted(self.smallest))

    @property
    def observations(self) -> tuple[Observation, ...]:
        """All observations that are kept."""
        return (*self.diverging, *self.agreeing)

    def take(self, observation: Observation, comparison: Comparison) -> Finding | None:
        """Keep what a case showed; return the finding where the answers are not exactly alike."""
        if comparison.kind is Kind.NONE:
            self._keep_agreeing(observation)
            return None
        finding = Finding.of(observation, comparison)
        keep_smallest(self.smallest, comparison.kind, finding)
        if comparison.kind is Kind.SPELLING:
            self._keep_agreeing(observation)
        else:
            self.diverging.append(observation)
            if len(self.diverging) > 2 * self.most:
                self.diverging = sorted(self.diverging, key=_size)[:MOST]
        return finding

    def _keep_agreeing(self, observation: Observation) -> None:
        if len(self.agreeing) < self.most:
            room = self.room - weight(observation.case.input)
            if room >= 0:
                self.room = room
                self.agreeing.append(observation)


def _size(observed: Observation) -> tuple[int, str]:
    return size(observed.case)


def weight(value: Value) -> int:
    """Return about how many characters a value has."""
    match value:
        case str() | bytes():
            return len(value)
        case list():
            return 2 + sum(map(weight, value))
        case dict():
            return 2 + sum(len(name) + weight(member) for name, member in value.items())
        case int():
            return value.bit_length() // 3 + 1
    return 8
