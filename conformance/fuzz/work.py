"""One item of fuzzing's work: a step of a run under its own seed, or stored examples."""

import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, fields
from functools import cache

from hypothesis.control import BuildContext, current_build_context, currently_in_test_context
from hypothesis.database import choices_from_bytes, choices_to_bytes
from hypothesis.errors import StopTest, UnsatisfiedAssumption
from hypothesis.internal.conjecture.data import ConjectureData

from conformance.certification.plan import Step, Terms
from conformance.examination import siblings
from conformance.examination.drawing import by_seed_alone
from conformance.examination.examination import LiveExamination, explore
from conformance.examination.findings import DECLARED, RECORDED, CheckResult, Finding, size
from conformance.examination.generating import Disagreement, EnoughError, ask_siblings
from conformance.examination.recorded import corpus
from conformance.fuzz.behaviour import Behaviour, kinds_of, of_line
from conformance.implementations.recording import Exchange, RecordingOracle
from conformance.implementations.start import FirstLines
from conformance.operations.catalogue import check_of
from conformance.operations.clause import Check
from conformance.operations.harbor_modules import harbor_modules
from conformance.protocol.differences import Kind
from conformance.protocol.values import Candidate, Case, Implementation

HARBOR_ALONE = "recorded answers"
"""The name of a step that sends recorded cases to harbor and to no candidate."""


@dataclass(frozen=True, slots=True)
class NewBehaviour:
    """What harbor did for the first time, the case, and the choices that the case was drawn by."""

    behaviours: tuple[Behaviour, ...]
    case: Case
    choices: bytes = b""


@dataclass(frozen=True, slots=True)
class WorkResult(CheckResult):
    """The result of a work item, and what harbor did in it.

    ``new`` is what harbor did for the first time in this process. ``examples`` are the choices of
    the smallest diverging example of each kind, and ``outlived`` those of stored examples that can
    no longer be drawn. ``drawn_from`` is the seed of the item.
    """

    drawn_from: int | None = None
    new: tuple[NewBehaviour, ...] = ()
    examples: tuple[bytes, ...] = ()
    outlived: tuple[bytes, ...] = ()


@dataclass(frozen=True, slots=True)
class WorkItem(Step):
    """A step under one seed; without a seed, recorded cases or ``stored`` examples."""

    seed: int | None = None
    stored: tuple[bytes, ...] = ()

    def take(self, harbor: Implementation, candidate: Candidate, terms: Terms) -> WorkResult:
        """Return what the item shows of a candidate, and of harbor."""
        log, smallest = _log(), _Smallest()
        oracle = RecordingOracle(harbor, log.record, log.lines)
        log.taken()
        outlived: tuple[bytes, ...] = ()
        if self.check == HARBOR_ALONE:
            oracle.agree_on_each(one.case for one in corpus.read(corpus.file_of(self.clause)))
            result = CheckResult(self.clause, self.check, seed=0, cases=0, seconds=0.0)
        elif self.check in {DECLARED, RECORDED}:
            result = Step.take(self, oracle, candidate, terms)
        elif self.seed is None:
            result, outlived = self._repeat(oracle, candidate, terms, smallest)
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
                tell=smallest.keep,
            )
        members = {one.name: getattr(result, one.name) for one in fields(result)}
        if not result.divergences:
            # Hours of results are kept, and nothing rests on observations that agree.
            members["observations"] = ()
        return WorkResult(
            **members,
            drawn_from=self.seed,
            new=log.taken(),
            examples=smallest.choices,
            outlived=outlived,
        )

    def _repeat(
        self, oracle: Implementation, candidate: Candidate, terms: Terms, smallest: "_Smallest"
    ) -> tuple[CheckResult, tuple[bytes, ...]]:
        """Repeat stored examples with their siblings; return also those that cannot be drawn."""
        check = check_of(self.id)
        examination = LiveExamination(
            oracle,
            candidate,
            self.clause,
            asks=terms.declared.asks,
            expect=terms.expect,
            tell=smallest.keep,
        )
        began = time.monotonic()
        outlived: list[bytes] = []
        with suppress(EnoughError):
            outlived.extend(one for one in self.stored if not _redraw(check, examination, one))
        return examination.result(check.name, time.monotonic() - began), tuple(outlived)


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


class _Smallest:
    """The choices of the smallest example of each kind of difference."""

    def __init__(self) -> None:
        self._kept: dict[Kind, tuple[tuple[int, str], bytes]] = {}

    @property
    def choices(self) -> tuple[bytes, ...]:
        """The choices, of the gravest kind first."""
        return tuple(dict.fromkeys(self._kept[kind][1] for kind in sorted(self._kept)))

    def keep(self, finding: Finding) -> None:
        """Keep the current choices where they are the first, or those of a smaller case."""
        choices, smallest = current_choices(), size(finding.case)
        known = self._kept.get(finding.kind)
        if choices and finding.kind < Kind.SPELLING and (known is None or smallest < known[0]):
            self._kept[finding.kind] = smallest, choices


def current_choices() -> bytes:
    """Return the choices of the example that Hypothesis is drawing, or nothing outside of one."""
    if not currently_in_test_context():
        return b""
    return choices_to_bytes(current_build_context().data.choices)


@dataclass
class _Log:
    """What harbor has done in this process so far; each behaviour is new once."""

    lines: FirstLines
    known: set[Behaviour] = field(default_factory=set)
    new: list[NewBehaviour] = field(default_factory=list)

    def record(self, exchange: Exchange) -> None:
        """Add what an answer shows."""
        new = kinds_of(exchange.case, exchange.answer) - self.known
        new.update(of_line(*line) for line in exchange.lines)
        if new:
            self.known |= new
            choices = current_choices()
            self.new.append(NewBehaviour(tuple(sorted(new)), exchange.case, choices))

    def taken(self) -> tuple[NewBehaviour, ...]:
        """Return what is new since the last call."""
        new: Sequence[NewBehaviour] = self.new
        self.new = []
        return tuple(new)


@cache
def _log() -> _Log:
    """Return the log of this process, whose interpreter reports each line of harbor once."""
    lines = FirstLines(cache(harbor_modules().on_the_way))
    lines.begin()
    return _Log(lines)
