"""Knows which examples of a strategy were drawn, and has others drawn where few are left."""

from random import Random

from hypothesis.database import choices_to_bytes
from hypothesis.internal.conjecture.choice import ChoiceT, ChoiceTemplate
from hypothesis.internal.conjecture.data import ConjectureData, Status
from hypothesis.internal.conjecture.datatree import DataTree

_SIMPLEST = (ChoiceTemplate("simplest", count=None),)

_FEW = 16
"""Examples that may come again before any is remembered choice by choice."""

_SHARE = 2
"""Different examples for each that may come again besides.

Remembering takes as long as drawing does, and most strategies hardly ever repeat themselves.
"""


class Novelty:
    """The examples of one strategy that were drawn, and how the next one is to begin."""

    def __init__(self, random: Random) -> None:
        """Begin with none; where choices are left open, ``random`` makes them."""
        self._random = random
        self._drawn: set[bytes] = set()
        self._again = 0
        self._begun = False
        self._tree: DataTree | None = None

    @property
    def exhausted(self) -> bool:
        """Whether every example that the strategy has is known to have been drawn."""
        return self._tree is not None and self._tree.is_exhausted

    def beginning(self) -> tuple[ChoiceT | ChoiceTemplate, ...]:
        """Return the choices that the next example begins with: first, those of the simplest."""
        if not self._begun:
            self._begun = True
            return _SIMPLEST
        return self._tree.generate_novel_prefix(self._random) if self._tree else ()

    def take(self, data: ConjectureData) -> bytes | None:
        """Remember an example that was drawn; return its choices where it is new."""
        self._conclude(data, Status.VALID)
        choices = choices_to_bytes(data.choices)
        if choices not in self._drawn:
            self._drawn.add(choices)
            return choices
        self._again += 1
        if self._tree is None and self._again > _FEW + len(self._drawn) // _SHARE:
            self._tree = DataTree()
        return None

    def reject(self, data: ConjectureData) -> None:
        """Remember choices of which no example can be made."""
        self._conclude(data, Status.INVALID)

    def _conclude(self, data: ConjectureData, status: Status) -> None:
        if self._tree is None or data.status is Status.OVERRUN:
            return
        observer = self._tree.new_observer()  # type: ignore[no-untyped-call]  # Hypothesis's own
        for node in data.nodes:
            observer.draw_value(
                node.type, node.value, was_forced=node.was_forced, constraints=node.constraints
            )
        observer.conclude_test(status, None)
