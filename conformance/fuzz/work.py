"""One item of fuzzing's work: a step of a run under its own seed, or stored examples."""

import time
from contextlib import suppress
from dataclasses import dataclass, field, fields
from functools import cache

from hypothesis.control import BuildContext, current_build_context, currently_in_test_context
from hypothesis.database import choices_from_bytes, choices_to_bytes
from hypothesis.errors import StopTest, UnsatisfiedAssumption
from hypothesis.internal.conjecture.data import ConjectureData

from conformance.certification.plan import Step, Terms
from conformance.diagnosis.diagnosis import finding_of
from conformance.examination import siblings
from conformance.examination.drawing import by_seed_alone
from conformance.examination.examination import LiveExamination, explore
from conformance.examination.findings import (
    DECLARED,
    RECORDED,
    CheckResult,
    Finding,
    Observation,
    keep_smallest,
    size,
)
from conformance.examination.generating import Disagreement, EnoughError, ask_siblings
from conformance.examination.recorded import corpus
from conformance.fuzz.behaviour import Behaviour, kinds_of
from conformance.implementations.recording import Exchange, RecordingOracle
from conformance.implementations.start import FirstLines
from conformance.operations.catalogue import check_of
from conformance.operations.clause import Check
from conformance.operations.harbor_modules import harbor_modules
from conformance.protocol.differences import Kind
from conformance.protocol.values import Candidate, Case, Implementation

HARBOR_ALONE = "recorded answers"
"""The name of a step that sends recorded cases to harbor and to no candidate."""

MOST_DIVERGING = 10
"""Diverging observations of a generated item that are kept in addition to its findings."""

type Done = tuple[str, str, str, int | None]
"""Candidate, clause, check and seed of a work item, which is done once."""


@dataclass(frozen=True, slots=True)
class Example:
    """What harbor did for the first time, the case, and the choices that the case was drawn by."""

    behaviours: tuple[Behaviour, ...]
    case: Case
    choices: bytes = b""


@dataclass(frozen=True, slots=True)
class WorkResult(CheckResult):
    """What a work item showed of a candidate, ``at`` so many seconds after fuzzing began.

    ``new`` is what harbor did for the first time: in this process, and once it is in the journal,
    in this fuzzing. ``observations`` are diverging ones only. ``examples`` are the choices of the
    smallest diverging example of each kind, and ``outlived`` those of stored examples that can no
    longer be drawn. ``drawn_from`` is the seed of the item.
    """

    candidate: str = ""
    drawn_from: int | None = None
    at: float = 0.0
    new: tuple[Example, ...] = ()
    examples: tuple[bytes, ...] = ()
    outlived: tuple[bytes, ...] = ()

    @property
    def item(self) -> Done:
        """The work item."""
        return self.candidate, self.clause, self.check, self.drawn_from

    @property
    def choices(self) -> tuple[bytes, ...]:
        """The choices of all its examples."""
        return (*self.examples, *(one.choices for one in self.new if one.choices))


@dataclass(frozen=True, slots=True)
class WorkItem(Step):
    """A step under one seed; without a seed, recorded cases or ``stored`` examples."""

    seed: int | None = None
    stored: tuple[bytes, ...] = ()

    def take(self, harbor: Implementation, candidate: Candidate, terms: Terms) -> WorkResult:
        """Return what the item shows of a candidate, and of harbor."""
        log, examples = _log(), _Examples()
        oracle = RecordingOracle(harbor, log.record, log.lines)
        log.new.clear()
        if self.check == HARBOR_ALONE:
            oracle.agree_on_each(one.case for one in corpus.read(corpus.file_of(self.clause)))
            result = CheckResult(self.clause, self.check, seed=0, cases=0, seconds=0.0)
        elif self.check in {DECLARED, RECORDED}:
            result = Step.take(self, oracle, candidate, terms)
        elif self.seed is None:
            result = self._repeated(oracle, candidate, terms, examples)
        else:
            result = explore(
                check_of(self.id),
                oracle,
                candidate,
                seed=self.seed,
                examples=terms.examples,
                siblings=siblings.AMOUNT,
                asks=terms.declared.asks,
                expect=terms.expect,
                tell=examples.keep,
            )
        members = {one.name: getattr(result, one.name) for one in fields(result)}
        # Hours of results are kept, and nothing rests on observations that agree.
        members |= {"findings": (), "observations": _diverging(result)}
        return WorkResult(
            **members,
            drawn_from=self.seed,
            new=tuple(log.new),
            examples=examples.choices,
            outlived=tuple(examples.outlived),
        )

    def _repeated(
        self, oracle: Implementation, candidate: Candidate, terms: Terms, examples: "_Examples"
    ) -> CheckResult:
        """Return what stored examples show, with their siblings."""
        began, check = time.monotonic(), check_of(self.id)
        examination = LiveExamination(
            oracle,
            candidate,
            self.clause,
            asks=terms.declared.asks,
            expect=terms.expect,
            tell=examples.keep,
        )
        with suppress(EnoughError):
            for one in self.stored:
                if not _redraw(check, examination, one):
                    examples.outlived.append(one)
        return examination.result(check.name, time.monotonic() - began)


def _diverging(result: CheckResult) -> tuple[Observation, ...]:
    """Return the observations of the findings, and of the others the smallest."""
    if not result.divergences:
        return ()
    kept = [
        Observation(one.clause, one.case, one.expected, one.candidate, one.oracle)
        for one in result.divergences
    ]
    cases = [(one.case, one.candidate) for one in kept]
    others = [
        one
        for one in sorted(result.observations, key=lambda one: size(one.case))
        if (one.case, one.candidate) not in cases and finding_of(one).kind < Kind.SPELLING
    ]
    most = len(others) if result.check == RECORDED else MOST_DIVERGING
    return (*kept, *others[:most])


def _redraw(check: Check, examination: LiveExamination, choices: bytes) -> bool:
    """Repeat the example of these choices, and its siblings; return whether there still is one."""
    decoded = choices_from_bytes(choices)
    if decoded is None:
        return False
    data = ConjectureData.for_choices(decoded)
    try:
        with by_seed_alone(), BuildContext(data, wrapped_test=_redraw):
            head = data.draw(check.cases)
            check.body(examination, head)
            ask_siblings(examination, head, choices, siblings.AMOUNT)
    except Disagreement:
        pass
    except (StopTest, UnsatisfiedAssumption):
        return False
    return True


@dataclass
class _Examples:
    """The smallest diverging example of each kind, and stored ones that can no longer be drawn."""

    smallest: dict[Kind, Example] = field(default_factory=dict)
    outlived: list[bytes] = field(default_factory=list)

    @property
    def choices(self) -> tuple[bytes, ...]:
        """The choices of the smallest, of the gravest kind first."""
        return tuple(dict.fromkeys(self.smallest[kind].choices for kind in sorted(self.smallest)))

    def keep(self, finding: Finding) -> None:
        """Keep the current choices where they are the first, or those of a smaller case."""
        choices = _current_choices()
        if choices and finding.kind < Kind.SPELLING:
            keep_smallest(self.smallest, finding.kind, Example((), finding.case, choices))


def _current_choices() -> bytes:
    """Return the choices of the example that Hypothesis is drawing, or nothing outside of one."""
    if not currently_in_test_context():
        return b""
    return choices_to_bytes(current_build_context().data.choices)


@dataclass
class _Log:
    """What harbor has done in this process so far; each behaviour is new once."""

    lines: FirstLines
    known: set[Behaviour] = field(default_factory=set)
    new: list[Example] = field(default_factory=list)

    def record(self, exchange: Exchange) -> None:
        """Add what an answer shows."""
        new = kinds_of(exchange.case, exchange.answer) - self.known
        new.update(f"{module}:{line}" for module, line in exchange.lines)
        if new:
            self.known |= new
            self.new.append(Example(tuple(sorted(new)), exchange.case, _current_choices()))


@cache
def _log() -> _Log:
    """Return the log of this process, whose interpreter reports each line of harbor once."""
    lines = FirstLines(cache(harbor_modules().on_the_way))
    lines.begin()
    return _Log(lines)
