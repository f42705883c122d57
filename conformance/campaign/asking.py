"""Takes one piece of a campaign: a step of a run, under its own seed, or examples that are kept."""

import time
from dataclasses import dataclass, fields

from hypothesis.control import BuildContext
from hypothesis.database import choices_from_bytes
from hypothesis.errors import StopTest, UnsatisfiedAssumption
from hypothesis.internal.conjecture.data import ConjectureData

from conformance.campaign.noticing import Listening, Noticed, choices_at_hand, listening
from conformance.certification.plan import Step, Terms
from conformance.comparison.differences import Kind
from conformance.examination import siblings
from conformance.examination.drawing import by_seed_alone
from conformance.examination.examination import LiveExamination, explore
from conformance.examination.findings import DECLARED, RECORDED, CheckResult, Finding, size
from conformance.examination.generating import Disagreement, EnoughError, ask_siblings
from conformance.operations.catalogue import check_of
from conformance.operations.clause import Check
from conformance.protocol.values import Candidate, Implementation
from conformance.recorded import corpus

HARBOR_ALONE = "recorded answers"
"""The name of a step whose recorded cases are put to harbor and to no candidate."""


@dataclass(frozen=True, slots=True)
class Piece(Step):
    """A step under one seed; without a seed what is recorded, or examples that are ``kept``."""

    seed: int | None = None
    kept: tuple[bytes, ...] = ()

    def take(self, harbor: Implementation, candidate: Candidate, terms: Terms) -> CheckResult:
        """Return what the piece finds out about a candidate, and about harbor."""
        ear = listening(harbor)
        ear.take()
        if self.check == HARBOR_ALONE:
            return _taken(_ask_harbor(self, ear), None, ear)
        if self.check in {DECLARED, RECORDED}:
            return _taken(Step.take(self, ear, candidate, terms), None, ear)
        smallest = _Smallest()
        check = check_of(self.id)
        if self.seed is None:
            examination = LiveExamination(
                ear,
                candidate,
                self.clause,
                asks=terms.declared.asks,
                expect=terms.expect,
                tell=smallest.keep,
            )
            result, outlived = _ask_again(check, examination, self.kept)
            return _taken(result, None, ear, smallest, outlived)
        result = explore(
            check,
            ear,
            candidate,
            seed=self.seed,
            examples=terms.examples,
            siblings=siblings.AMOUNT,
            asks=terms.declared.asks,
            expect=terms.expect,
            tell=smallest.keep,
        )
        return _taken(result, self.seed, ear, smallest)


@dataclass(frozen=True, slots=True)
class Taken(CheckResult):
    """What a piece showed: the result of its step, and what harbor did in it.

    ``noticed`` is what harbor did for the first time in this process. ``examples`` are the
    choices of the smallest example of each kind on which answers part, or those of a sibling do;
    ``outlived`` are those of kept ones that cannot be drawn any more. ``drawn_from`` is the seed
    of the piece.
    """

    drawn_from: int | None = None
    noticed: tuple[Noticed, ...] = ()
    examples: tuple[bytes, ...] = ()
    outlived: tuple[bytes, ...] = ()


class _Smallest:
    """The choices of the smallest example of each kind on which, or on a sibling, answers part."""

    def __init__(self) -> None:
        """Begin with none."""
        self._kept: dict[Kind, tuple[tuple[int, str], bytes]] = {}

    @property
    def choices(self) -> tuple[bytes, ...]:
        """The choices, of the gravest kind first."""
        return tuple(dict.fromkeys(self._kept[kind][1] for kind in sorted(self._kept)))

    def keep(self, finding: Finding) -> None:
        """Keep the choices that are at hand where none were, or those of a larger case."""
        choices, smallest = choices_at_hand(), size(finding.case)
        known = self._kept.get(finding.kind)
        if choices and finding.kind < Kind.SPELLING and (known is None or smallest < known[0]):
            self._kept[finding.kind] = smallest, choices


def _taken(
    result: CheckResult,
    seed: int | None,
    ear: Listening,
    smallest: _Smallest | None = None,
    outlived: tuple[bytes, ...] = (),
) -> Taken:
    members = {one.name: getattr(result, one.name) for one in fields(result)}
    if not result.divergences:
        # Hours of results are kept side by side, and nothing rests on what agrees.
        members["observations"] = ()
    return Taken(
        **members,
        drawn_from=seed,
        noticed=ear.take(),
        examples=smallest.choices if smallest else (),
        outlived=outlived,
    )


def _ask_harbor(step: Step, ear: Listening) -> CheckResult:
    """Put the recorded cases of a clause to harbor alone: what it does with them is not new."""
    for entry in corpus.read(corpus.file_of(step.clause)):
        ear.answer(entry.case)
    return CheckResult(step.clause, step.check, seed=0, cases=0, seconds=0.0)


def _ask_again(
    check: Check, examination: LiveExamination, kept: tuple[bytes, ...]
) -> tuple[CheckResult, tuple[bytes, ...]]:
    """Ask kept examples with their siblings; return also which cannot be drawn any more."""
    started = time.monotonic()
    outlived = []
    for choices in kept:
        try:
            if not _ask_one(check, examination, choices):
                outlived.append(choices)
        except EnoughError:
            break
    result = examination.result(check.name, time.monotonic() - started)
    return result, tuple(outlived)


def _ask_one(check: Check, examination: LiveExamination, choices: bytes) -> bool:
    """Ask the example of these choices, and its siblings; return whether there still is one."""
    decoded = choices_from_bytes(choices)
    if decoded is None:
        return False
    data = ConjectureData.for_choices(decoded)
    try:
        with by_seed_alone(), BuildContext(data, wrapped_test=_ask_one):
            head = data.draw(check.cases)
            check.body(examination, head)
            ask_siblings(examination, head, choices, siblings.AMOUNT)
    except Disagreement:
        pass
    except (StopTest, UnsatisfiedAssumption):
        return False
    return True
