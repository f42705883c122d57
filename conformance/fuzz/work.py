"""One work item of fuzzing: a step of a run under its own seed, or stored examples."""

import time
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from functools import cache
from typing import NamedTuple

from hypothesis.control import BuildContext, current_build_context, currently_in_test_context
from hypothesis.database import choices_from_bytes, choices_to_bytes
from hypothesis.errors import StopTest, UnsatisfiedAssumption
from hypothesis.internal.conjecture.data import ConjectureData

from conformance.certification.plan import RunSettings, Step
from conformance.diagnosis.diagnosis import finding_of
from conformance.examination import corpus
from conformance.examination.drawing import by_seed_alone
from conformance.examination.examination import Expect, LiveExamination
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
from conformance.fuzz.coverage import Behaviour, kinds_of
from conformance.implementations.installed_harbor import Exchange, RecordingOracle
from conformance.implementations.start import FirstLines
from conformance.operations.catalogue import check_of
from conformance.operations.harbor_modules import harbor_modules
from conformance.protocol.differences import Kind
from conformance.protocol.values import Candidate, Case, Implementation

HARBOR_ALONE = "recorded answers"
"""The name of a step that sends recorded cases only to harbor."""

NOT_GENERATED = frozenset({DECLARED, RECORDED, HARBOR_ALONE})
"""The steps whose cases are in the corpus."""

type Done = tuple[str, str, str, int | None]
"""Candidate, clause, check and seed identify a work item."""


@dataclass(frozen=True, slots=True)
class Example:
    """New behaviour of harbor, and the case that showed it."""

    behaviours: tuple[Behaviour, ...]
    case: Case


class Drawn(NamedTuple):
    """A case, and Hypothesis's choices that drew it."""

    case: Case
    choices: bytes


@dataclass(frozen=True, slots=True)
class WorkResult(CheckResult):
    """The result of a work item, ``at`` this many seconds after fuzzing began.

    ``new`` is behaviour that harbor showed for the first time: in this process, and in the journal,
    in this fuzzing. ``observations`` has those of recorded cases, and of others only some that are
    not exactly alike; the ``findings`` follow from them. ``examples`` are the choices, in
    hexadecimal, of the smallest diverging example of each kind. ``drawn_from`` is the item's seed.
    """

    candidate: str = ""
    drawn_from: int | None = None
    at: float = 0.0
    new: tuple[Example, ...] = ()
    examples: tuple[str, ...] = ()

    @property
    def item(self) -> Done:
        """The work item."""
        return self.candidate, self.clause, self.check, self.drawn_from


@dataclass(frozen=True, slots=True)
class WorkItem(Step):
    """A step under one seed; without a seed, recorded cases or ``stored`` examples."""

    seed: int | None = None
    stored: tuple[bytes, ...] = ()

    def take(
        self, harbor: Implementation, candidate: Candidate, settings: RunSettings, expect: Expect
    ) -> WorkResult:
        """Run the item; return the result for the candidate and harbor."""
        log, smallest = _log(), dict[Kind, Drawn]()
        log.new.clear()
        oracle = RecordingOracle(harbor, log.record, log.lines)

        def keep(finding: Finding) -> None:
            choices = _current_choices()
            if choices and finding.kind < Kind.SPELLING:
                keep_smallest(smallest, finding.kind, Drawn(finding.case, choices))

        if self.check == HARBOR_ALONE:
            oracle.agree_on_each(one.case for one in corpus.of_clause(self.clause))
            result = CheckResult(self.clause, self.check, seed=0, cases=0, seconds=0.0)
        elif self.check in NOT_GENERATED:
            result = Step.take(self, oracle, candidate, settings, expect)
        elif self.seed is None:
            examination = LiveExamination(oracle, candidate, self.clause, tell=keep)
            examination.asks, examination.expect = settings.declared.asks, expect
            result = self._repeated(examination)
        else:
            seeded = replace(settings, seed=self.seed)
            result = self.generated(oracle, candidate, seeded, expect, keep)
        members = {one.name: getattr(result, one.name) for one in fields(result)}
        members |= {"findings": (), "observations": _kept(result)}
        examples = dict.fromkeys(smallest[kind].choices.hex() for kind in sorted(smallest))
        return WorkResult(
            **members, drawn_from=self.seed, new=tuple(log.new), examples=tuple(examples)
        )

    def _repeated(self, examination: LiveExamination) -> CheckResult:
        """Run stored examples with their siblings, except those that the check no longer draws."""
        began, check = time.monotonic(), check_of(self.id)
        with suppress(EnoughError):
            for choices in self.stored:
                data = ConjectureData.for_choices(choices_from_bytes(choices) or ())
                with (
                    suppress(Disagreement, StopTest, UnsatisfiedAssumption),
                    by_seed_alone(),
                    BuildContext(data, wrapped_test=check.body),
                ):
                    head = data.draw(check.cases)
                    check.body(examination, head)
                    ask_siblings(examination, head, choices, check.siblings)
        return examination.result(self.check, time.monotonic() - began)


def _kept(result: CheckResult) -> tuple[Observation, ...]:
    """Return all observations of recorded cases, since the others are of hours.

    Of those, it returns the ones of the findings, and the ten smallest others that diverge.
    """
    if result.check == RECORDED:
        return tuple(result.observations)
    found = [
        Observation(one.clause, one.case, one.expected, one.candidate, one.oracle)
        for one in result.findings
    ]
    if not result.divergences:
        return tuple(found)
    others = sorted(result.observations, key=lambda one: size(one.case))
    others = [one for one in others if one not in found and finding_of(one).kind < Kind.SPELLING]
    return (*found, *others[:10])


def _current_choices() -> bytes:
    """Return the choices of the example that Hypothesis is drawing, if any."""
    if not currently_in_test_context():
        return b""
    return choices_to_bytes(current_build_context().data.choices)


@dataclass
class _Log:
    """Behaviour of harbor in this process so far; each behaviour is new once."""

    lines: FirstLines
    known: set[Behaviour] = field(default_factory=set)
    new: list[Example] = field(default_factory=list)

    def record(self, exchange: Exchange) -> None:
        """Add the behaviour that an answer shows."""
        new = kinds_of(exchange.case, exchange.answer) - self.known
        new.update(f"{module}:{line}" for module, line in exchange.lines)
        if new:
            self.known |= new
            self.new.append(Example(tuple(sorted(new)), exchange.case))


@cache
def _log() -> _Log:
    """Return this process's log; its interpreter reports each line of harbor once."""
    lines = FirstLines(cache(harbor_modules().on_the_way))
    lines.begin()
    return _Log(lines)
