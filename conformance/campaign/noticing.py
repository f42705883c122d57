"""Notices in a worker what harbor does for the first time there, and for which example."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache

from hypothesis.control import current_build_context, currently_in_test_context
from hypothesis.database import choices_to_bytes

from conformance.campaign.behaviour import Behaviour, kinds_of, of_line
from conformance.implementations.start import FirstLines
from conformance.protocol.values import Answer, Case, Implementation
from conformance.source_diff import paths


@dataclass(frozen=True, slots=True)
class Noticed:
    """What harbor did for the first time, at which case, and the choices that it was drawn by."""

    behaviours: tuple[Behaviour, ...]
    case: Case
    choices: bytes = b""


@dataclass
class Listening:
    """harbor, and what it has done in this process by now; each behaviour is told once."""

    harbor: Implementation
    lines: FirstLines
    known: set[Behaviour] = field(default_factory=set)
    noticed: list[Noticed] = field(default_factory=list)

    def answer(self, case: Case) -> Answer:
        """Return harbor's answer."""
        answer = self.harbor.answer(case)
        new = kinds_of(case, answer) - self.known
        new.update(of_line(*line) for line in self.lines.take())
        if new:
            self.known |= new
            self.noticed.append(Noticed(tuple(sorted(new)), case, choices_at_hand()))
        return answer

    def take(self) -> tuple[Noticed, ...]:
        """Return what was noticed since this was last asked."""
        noticed, self.noticed = self.noticed, []
        return tuple(noticed)


def choices_at_hand() -> bytes:
    """Return the choices of the example that Hypothesis has drawn, or nothing without one."""
    if not currently_in_test_context():
        return b""
    return choices_to_bytes(current_build_context().data.choices)


_LISTENING: list[Listening] = []
"""Who listens in this process; its lines can be told to one alone."""


def listening(harbor: Implementation) -> Listening:
    """Return who listens to harbor in this process, from the first call on."""
    if not _LISTENING:
        lines = FirstLines(_on_the_way())
        lines.begin()
        _LISTENING.append(Listening(harbor, lines))
    return _LISTENING[0]


def _on_the_way() -> Callable[[str], bool]:
    """Return whether a module is one that rewards pass through, remembered by module."""
    return cache(paths.modules().on_the_way)
