"""What a campaign knows: the sum of its records, in whatever order they came."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from conformance.campaign.asking import HARBOR_ALONE
from conformance.campaign.behaviour import Behaviour, is_line
from conformance.campaign.records import New, Piece, Record
from conformance.campaign.stopping import Amount
from conformance.comparison.differences import Kind
from conformance.diagnosis.diagnosis import gravity
from conformance.examination.findings import (
    DECLARED,
    RECORDED,
    Finding,
    Observation,
    keep_smallest,
    size,
)
from conformance.protocol.values import Case


@dataclass(frozen=True, slots=True)
class Found:
    """A divergence of a candidate, by the smallest case of its clause and kind."""

    candidate: str
    finding: Finding
    seed: int | None

    @property
    def case(self) -> Case:
        """The smallest case."""
        return self.finding.case


@dataclass(frozen=True, slots=True)
class Shown:
    """What harbor did that no recorded case of these operations has it do, and where."""

    clause: str
    new: New
    seed: int | None


@dataclass(frozen=True, slots=True)
class Reach:
    """How far a campaign had come: seconds, cases, lines of harbor, and kinds of answer."""

    seconds: float
    cases: int
    lines: int
    kinds: int


MOST_DIVERGING = 400
"""Diverging observations of a candidate's operation that a diagnosis rests on."""


@dataclass
class Knowledge:
    """The sum of records; ``telling`` are those whose examples are worth sharing."""

    taken: set[Piece] = field(default_factory=set)
    behaviours: set[Behaviour] = field(default_factory=set)
    shown: list[Shown] = field(default_factory=list)
    found: dict[tuple[str, str, Kind], Found] = field(default_factory=dict)
    diverging: dict[tuple[str, str], list[Observation]] = field(default_factory=dict)
    reach: list[Reach] = field(default_factory=list)
    cases: Counter[tuple[str, str]] = field(default_factory=Counter)
    answered: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0
    quiet: int = 0
    given_up: dict[tuple[str, str], str] = field(default_factory=dict)
    faults: dict[str, str] = field(default_factory=dict)
    stale: dict[str, None] = field(default_factory=dict)
    problems: dict[tuple[str, str], str] = field(default_factory=dict)
    sound: set[tuple[str, str]] = field(default_factory=set)
    telling: list[Record] = field(default_factory=list)
    _asked: set[tuple[str, str, int | None]] = field(default_factory=set)
    _lines: int = 0
    _smallest: dict[tuple[str, str, str, Kind], tuple[int, str]] = field(default_factory=dict)

    @classmethod
    def of(cls, records: Iterable[Record]) -> "Knowledge":
        """Return the sum of records."""
        knowledge = cls()
        for record in records:
            knowledge.take(record)
        return knowledge

    @property
    def amount(self) -> Amount:
        """How much was asked."""
        return Amount(self.seconds, self.cases.total(), self.quiet)

    @property
    def lines(self) -> int:
        """How many lines of harbor ran."""
        return self._lines

    @property
    def kinds(self) -> int:
        """How many kinds of answer harbor gave."""
        return len(self.behaviours) - self._lines

    @property
    def findings(self) -> Sequence[Found]:
        """The findings, the gravest first."""
        return sorted(self.found.values(), key=lambda found: gravity(found.finding))

    def is_new(self, behaviour: Behaviour) -> bool:
        """Return whether harbor has not been seen to do this."""
        return behaviour not in self.behaviours

    def take(self, record: Record) -> None:
        """Add a record; one that is there already changes nothing."""
        if record.piece in self.taken:
            return
        self.taken.add(record.piece)
        self.seconds = max(self.seconds, record.at)
        self.cases[record.candidate, record.operation] += record.cases
        self.answered[record.candidate] += record.answered
        self._count_quiet(record)
        self._take_new(record)
        self._take_diverging(record)
        if self._is_smaller(record) or record.new:
            self.telling.append(record)
        self._take_trouble(record)

    def _count_quiet(self, record: Record) -> None:
        question = (record.clause, record.check, record.seed)
        if question not in self._asked:
            self._asked.add(question)
            self.quiet += record.cases

    def _take_new(self, record: Record) -> None:
        for new in record.new:
            fresh = tuple(one for one in new.behaviours if one not in self.behaviours)
            if not fresh:
                continue
            self.behaviours.update(fresh)
            self._lines += sum(map(is_line, fresh))
            self.quiet = 0
            if record.check not in {RECORDED, DECLARED, HARBOR_ALONE}:
                self.shown.append(Shown(record.clause, new, record.seed))
        if not self.quiet or not self.reach:
            self.reach.append(Reach(self.seconds, self.cases.total(), self.lines, self.kinds))

    def _take_diverging(self, record: Record) -> None:
        for finding in record.findings:
            if finding.kind < Kind.SPELLING:
                key = (record.candidate, record.clause, finding.kind)
                keep_smallest(self.found, key, Found(record.candidate, finding, record.seed))
        if record.diverging:
            kept = self.diverging.setdefault((record.candidate, record.operation), [])
            kept += (one for one in record.diverging if one not in kept)
            if len(kept) > 2 * MOST_DIVERGING:
                kept[:] = sorted(kept, key=lambda one: size(one.case))[:MOST_DIVERGING]

    def _is_smaller(self, record: Record) -> bool:
        """Return whether an example is the smallest of its check and kind so far.

        A seed after the other finds the same, in other words.
        """
        smaller = False
        for finding in record.findings if record.examples else ():
            key = (record.candidate, record.clause, record.check, finding.kind)
            of_finding = size(finding.case)
            if key not in self._smallest or of_finding < self._smallest[key]:
                self._smallest[key] = of_finding
                smaller = True
        return smaller

    def _take_trouble(self, record: Record) -> None:
        if record.not_asked:
            self.given_up.setdefault((record.candidate, record.operation), record.not_asked)
        for fault in record.faults:
            self.faults.setdefault(f"{record.candidate}: {fault}", "")
        for stale in record.stale:
            self.stale.setdefault(f"{record.candidate}: {stale}")
        check = (record.clause, record.check)
        if record.problem:
            self.problems.setdefault(check, record.problem)
        elif record.cases:
            self.sound.add(check)
