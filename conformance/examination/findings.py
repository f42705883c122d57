"""The findings and observations of a check, how many are kept, and the check's result."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from conformance.operations.comparing import Comparison
from conformance.protocol import show
from conformance.protocol.differences import Kind
from conformance.protocol.values import Answer, Case, Value

RECORDED = "recorded cases"
DECLARED = "pinned cases"
"""Names in place of a check's, for steps whose cases are not generated."""


@dataclass(frozen=True, slots=True)
class Observation:
    """One case, its expected answer and the candidate's, equal or not.

    ``oracle`` is the oracle's own answer if another is expected, else None.
    """

    clause: str
    case: Case
    expected: Answer
    candidate: Answer
    oracle: Answer | None = None

    @property
    def oracle_answer(self) -> Answer:
        """The oracle's own answer."""
        return self.expected if self.oracle is None else self.oracle


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding(Observation):
    """One case in which a candidate differs from the expected answer, and how."""

    difference: str = ""
    kind: Kind

    @property
    def is_deviation(self) -> bool:
        """Whether the expected answer is not the oracle's."""
        return self.oracle is not None

    @classmethod
    def of(cls, seen: Observation, comparison: Comparison) -> "Finding":
        """Return the finding of two answers and their comparison."""
        answers = seen.clause, seen.case, seen.expected, seen.candidate, seen.oracle
        return cls(*answers, difference=comparison.difference, kind=comparison.kind)


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The result of one check on one candidate.

    ``cases`` counts the cases sent, and ``answered`` those that were answered, rightly or not.
    ``findings`` has the smallest case of each kind of difference, the most serious first, and
    ``observations`` the cases for a diagnosis. ``applied`` names the expected deviations that
    changed an expected answer. ``problem`` says why the check is unreliable, ``faults`` what the
    candidate's process did wrong besides its answers, ``stale`` which pinned cases no longer hold,
    and ``not_asked`` why the rest was not run. ``declared`` counts the cases whose expected answer
    is not harbor's, and ``predicted`` those decided by a prediction of the candidate's author.
    """

    clause: str
    check: str
    seed: int
    cases: int
    seconds: float
    findings: tuple[Finding, ...] = ()
    observations: Sequence[Observation] = ()
    applied: frozenset[str] = frozenset()
    problem: str = ""
    faults: tuple[str, ...] = ()
    stale: tuple[str, ...] = ()
    not_asked: str = ""
    answered: int = 0
    declared: int = 0
    predicted: int = 0

    @property
    def operation(self) -> str:
        """The operation that the check is about."""
        return self.clause.partition(".")[0]

    @property
    def divergences(self) -> tuple[Finding, ...]:
        """The findings that are divergences, or errors of form."""
        return tuple(finding for finding in self.findings if finding.kind < Kind.SPELLING)

    @property
    def divergence(self) -> Finding | None:
        """The most serious divergence."""
        return next(iter(self.divergences), None)

    @property
    def inexact(self) -> Finding | None:
        """The smallest case that agrees, but not exactly."""
        return next((finding for finding in self.findings if finding.kind is Kind.SPELLING), None)

    @property
    def passed(self) -> bool:
        """Whether the check ran and found no divergence."""
        return self.cases > 0 and not (
            self.divergence or self.problem or self.stale or self.not_asked
        )


_MOST = 40
"""How many agreeing and diverging observations of one check are kept."""


class OfCase(Protocol):
    """A record of one case."""

    @property
    def case(self) -> Case:
        """The case."""


def size(case: Case) -> tuple[int, str]:
    """Return the sort key of cases: the length of their printed text, then the text."""
    text = show.case(case, longest=show.IN_FULL)
    return len(text), text


def keep_smallest[Key, Seen: OfCase](kept: dict[Key, Seen], key: Key, seen: Seen) -> None:
    """Keep a finding under a key, unless the kept one has a smaller case."""
    if key not in kept or size(seen.case) < size(kept[key].case):
        kept[key] = seen


@dataclass
class ResultCollector:
    """The smallest finding of each kind, and the observations for a diagnosis.

    Of diverging observations the smallest are kept, of agreeing ones the first, as many as there is
    ``room`` for, in characters.
    """

    smallest: dict[Kind, Finding] = field(default_factory=dict)
    diverging: list[Observation] = field(default_factory=list)
    agreeing: list[Observation] = field(default_factory=list)
    room: float = 100_000
    most: float = _MOST

    @classmethod
    def of_everything(cls) -> "ResultCollector":
        """Return a collector of everything."""
        return cls(room=math.inf, most=math.inf)

    @property
    def diverges(self) -> bool:
        """Whether any kind of divergence was seen."""
        return any(kind < Kind.SPELLING for kind in self.smallest)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The smallest finding of each kind, the most serious kind first."""
        return tuple(self.smallest[kind] for kind in sorted(self.smallest))

    @property
    def observations(self) -> tuple[Observation, ...]:
        """All kept observations."""
        return (*self.diverging, *self.agreeing)

    def add(self, observation: Observation, comparison: Comparison) -> Finding | None:
        """Keep the result of a case; return the finding if the answers are not exactly alike."""
        if comparison.kind < Kind.SPELLING:
            self.diverging.append(observation)
            if len(self.diverging) > 2 * self.most:
                self.diverging = sorted(self.diverging, key=lambda one: size(one.case))[:_MOST]
        elif len(self.agreeing) < self.most:
            room = self.room - weight(observation.case.input)
            if room >= 0:
                self.room = room
                self.agreeing.append(observation)
        if comparison.kind is Kind.NONE:
            return None
        finding = Finding.of(observation, comparison)
        keep_smallest(self.smallest, comparison.kind, finding)
        return finding


def weight(value: Value) -> int:
    """Return the approximate length of a value in characters."""
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
