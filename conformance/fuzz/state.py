"""What fuzzing has seen so far, as the sum of its journal, and when it stops."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from conformance.diagnosis.diagnosis import gravity
from conformance.examination.findings import (
    DECLARED,
    RECORDED,
    Finding,
    Observation,
    keep_smallest,
    size,
)
from conformance.fuzz.behaviour import Behaviour, is_line
from conformance.fuzz.journal import Done, JournalEntry
from conformance.fuzz.work import HARBOR_ALONE, NewBehaviour
from conformance.protocol.differences import Kind
from conformance.protocol.values import Case


@dataclass(frozen=True, slots=True)
class Progress:
    """How much was run: seconds, cases, and cases since harbor last did anything new.

    ``quiet`` counts each input to harbor once, however many candidates got it.
    """

    seconds: float = 0.0
    cases: int = 0
    quiet: int = 0


@dataclass(frozen=True, slots=True)
class Limits:
    """How much fuzzing may run; None is unlimited."""

    seconds: float | None = None
    cases: int | None = None
    quiet: int | None = None

    @property
    def rule(self) -> str:
        """The rule by which fuzzing stops early."""
        if self.quiet is None:
            return "never early"
        return f"no new line of harbor and no new kind of answer in {self.quiet:,} cases"

    def reached(self, so_far: Progress) -> str:
        """Return which limit is reached, in words, or nothing."""
        if self.cases is not None and so_far.cases >= self.cases:
            return f"{self.cases:,} cases were run"
        if self.seconds is not None and so_far.seconds >= self.seconds:
            return f"the time is over: {in_words(self.seconds)}"
        if self.quiet is not None and so_far.quiet >= self.quiet:
            return self.rule
        return ""


def in_words(seconds: float) -> str:
    """Return a span of time as ``2 h 5 min 3 s``."""
    whole = round(seconds)
    parts = ((whole // 3600, "h"), (whole // 60 % 60, "min"), (whole % 60, "s"))
    return " ".join(f"{count} {unit}" for count, unit in parts if count) or f"{seconds:.1f} s"


@dataclass(frozen=True, slots=True)
class FuzzFinding:
    """A divergence of a candidate, by the smallest case of its clause and kind."""

    candidate: str
    finding: Finding
    seed: int | None

    @property
    def case(self) -> Case:
        """The smallest case."""
        return self.finding.case


@dataclass(frozen=True, slots=True)
class ShownCount:
    """What harbor did that it does with no recorded case of these operations, and where."""

    clause: str
    new: NewBehaviour
    seed: int | None


@dataclass(frozen=True, slots=True)
class CoveragePoint:
    """harbor's coverage at one time: seconds, cases, lines that ran, and kinds of answer."""

    seconds: float
    cases: int
    lines: int
    kinds: int


MOST_DIVERGING = 400
"""Diverging observations of a candidate's operation that a diagnosis uses."""


@dataclass
class FuzzState:
    """The sum of journal entries; those in ``telling`` have examples that are worth sharing."""

    done: set[Done] = field(default_factory=set)
    behaviours: set[Behaviour] = field(default_factory=set)
    shown: list[ShownCount] = field(default_factory=list)
    found: dict[tuple[str, str, Kind], FuzzFinding] = field(default_factory=dict)
    diverging: dict[tuple[str, str], list[Observation]] = field(default_factory=dict)
    coverage: list[CoveragePoint] = field(default_factory=list)
    cases: Counter[tuple[str, str]] = field(default_factory=Counter)
    answered: int = 0
    seconds: float = 0.0
    quiet: int = 0
    given_up: dict[tuple[str, str], str] = field(default_factory=dict)
    faults: dict[str, None] = field(default_factory=dict)
    stale: dict[str, None] = field(default_factory=dict)
    problems: dict[tuple[str, str], str] = field(default_factory=dict)
    sound: set[tuple[str, str]] = field(default_factory=set)
    telling: list[JournalEntry] = field(default_factory=list)
    _run: set[tuple[str, str, int | None]] = field(default_factory=set)
    _smallest: dict[tuple[str, str, str, Kind], tuple[int, str]] = field(default_factory=dict)

    @classmethod
    def of(cls, entries: Iterable[JournalEntry]) -> "FuzzState":
        """Return the sum of entries."""
        state = cls()
        for entry in entries:
            state.add(entry)
        return state

    @property
    def progress(self) -> Progress:
        """How much was run."""
        return Progress(self.seconds, self.cases.total(), self.quiet)

    @property
    def latest(self) -> CoveragePoint:
        """Harbor's coverage now."""
        lines = sum(map(is_line, self.behaviours))
        kinds = len(self.behaviours) - lines
        return CoveragePoint(self.seconds, self.cases.total(), lines, kinds)

    @property
    def findings(self) -> Sequence[FuzzFinding]:
        """The findings, the gravest first."""
        return sorted(self.found.values(), key=lambda found: gravity(found.finding))

    def unseen(self, new: Iterable[NewBehaviour]) -> tuple[NewBehaviour, ...]:
        """Return what of these behaviours of one process no other process has seen before."""
        seen = set(self.behaviours)
        unseen = []
        for one in new:
            if behaviours := tuple(b for b in one.behaviours if b not in seen):
                seen.update(behaviours)
                unseen.append(NewBehaviour(behaviours, one.case, one.choices))
        return tuple(unseen)

    def add(self, entry: JournalEntry) -> None:
        """Add an entry; one that is there already changes nothing."""
        if entry.item in self.done:
            return
        self.done.add(entry.item)
        self.seconds = max(self.seconds, entry.at)
        self.cases[entry.candidate, entry.operation] += entry.cases
        self.answered += entry.answered
        self._add_new(entry)
        self._add_diverging(entry)
        if self._is_smaller(entry) or entry.new:
            self.telling.append(entry)
        self._add_trouble(entry)

    def _add_new(self, entry: JournalEntry) -> None:
        inputs = (entry.clause, entry.check, entry.seed)
        if inputs not in self._run:
            self._run.add(inputs)
            self.quiet += entry.cases
        for new in self.unseen(entry.new):
            self.behaviours.update(new.behaviours)
            self.quiet = 0
            if entry.check not in {RECORDED, DECLARED, HARBOR_ALONE}:
                self.shown.append(ShownCount(entry.clause, new, entry.seed))
        if not self.quiet or not self.coverage:
            self.coverage.append(self.latest)

    def _add_diverging(self, entry: JournalEntry) -> None:
        for finding in entry.findings:
            if finding.kind < Kind.SPELLING:
                key = (entry.candidate, entry.clause, finding.kind)
                keep_smallest(self.found, key, FuzzFinding(entry.candidate, finding, entry.seed))
        if entry.diverging:
            kept = self.diverging.setdefault((entry.candidate, entry.operation), [])
            kept += (one for one in entry.diverging if one not in kept)
            if len(kept) > 2 * MOST_DIVERGING:
                kept[:] = sorted(kept, key=lambda one: size(one.case))[:MOST_DIVERGING]

    def _is_smaller(self, entry: JournalEntry) -> bool:
        """Return whether an example is the smallest of its check and kind so far.

        Later seeds find the same again, by other inputs.
        """
        smaller = False
        for finding in entry.findings if entry.examples else ():
            key = (entry.candidate, entry.clause, entry.check, finding.kind)
            of_finding = size(finding.case)
            if key not in self._smallest or of_finding < self._smallest[key]:
                self._smallest[key] = of_finding
                smaller = True
        return smaller

    def _add_trouble(self, entry: JournalEntry) -> None:
        if entry.not_asked:
            self.given_up.setdefault((entry.candidate, entry.operation), entry.not_asked)
        self.faults.update(dict.fromkeys(f"{entry.candidate}: {one}" for one in entry.faults))
        self.stale.update(dict.fromkeys(f"{entry.candidate}: {one}" for one in entry.stale))
        check = (entry.clause, entry.check)
        if entry.problem:
            self.problems.setdefault(check, entry.problem)
        elif entry.cases:
            self.sound.add(check)
