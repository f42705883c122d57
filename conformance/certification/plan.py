"""The plan of a run: its checks and recorded cases, and the number of generated ones."""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Self

from conformance.diagnosis.expected.deviations import ExpectedDeviations
from conformance.diagnosis.expected.expecting import replay_pinned
from conformance.examination import corpus
from conformance.examination.corpus import CheckedOracle
from conformance.examination.examination import MINIMUM_FOR_SHARES, Expect, explore, nobody, replay
from conformance.examination.findings import DECLARED, RECORDED, CheckResult, Finding
from conformance.implementations.installed_harbor import is_recorded
from conformance.implementations.released_harbor import Release
from conformance.implementations.start import CandidateSpec
from conformance.operations import REGISTRY
from conformance.operations.catalogue import CATALOGUE, check_of, checks
from conformance.operations.clause import Check
from conformance.protocol.values import HARBOR_VERSION, Candidate, Implementation


class Profile(StrEnum):
    """How many cases a run generates."""

    QUICK = "quick"
    DEFAULT = "default"
    DEEP = "deep"


NOTHING_EXPECTED = ExpectedDeviations()

EXAMPLES = {Profile.QUICK: 40, Profile.DEFAULT: 250, Profile.DEEP: 1_250}
"""How many examples each check draws, besides the recorded cases."""

_WITH_SIBLINGS = {40: (30, 1), 250: (90, 33), 1_250: (250, 1_000)}
"""By a profile's examples: a check's examples, and those with siblings, if inputs are edited.

Together they take the time of the examples that they replace; benchmarks/rare_bugs.py shows what
they find.
"""


def examples_of(check: Check, examples: int) -> int:
    """Return how many examples a check draws if one without siblings draws ``examples``.

    A share is judged by enough examples to decide it. Between profiles the parts are those of the
    smaller profile.
    """
    if not REGISTRY[check.operation].edited:
        return examples
    whole = max((one for one in _WITH_SIBLINGS if one <= examples), default=min(_WITH_SIBLINGS))
    plain, edited = (math.ceil(part * examples / whole) for part in _WITH_SIBLINGS[whole])
    if check.siblings:
        return edited
    judged = math.ceil(MINIMUM_FOR_SHARES / check.effort) if check.shares else 0
    return max(plain, min(examples, judged))


@dataclass(frozen=True, slots=True)
class RunSettings:
    """The settings of a run; the same settings generate the same cases.

    ``oracle`` is another release of harbor than the installed one. With ``whole`` a check goes on
    after a divergence, and its result has every case. ``repeated`` recorded cases of each clause
    are run twice on the candidate.
    """

    candidate: CandidateSpec
    seed: int
    examples: int
    declared: ExpectedDeviations = NOTHING_EXPECTED
    oracle: Release | None = None
    whole: bool = False
    repeated: int = 3

    @property
    def release(self) -> str:
        """The release of harbor that is the oracle."""
        return HARBOR_VERSION if self.oracle is None else self.oracle.version

    def here(self, folder: str) -> Self:
        """Return the settings for a process; without a folder, it is on another machine."""
        del folder
        return self

    def held(self, operation: str) -> list[CheckResult]:
        """Return what a check of harbor's recorded answers to an operation adds to the results."""
        del operation
        return []


@dataclass(frozen=True, slots=True)
class Step:
    """One piece of a run: a check of a clause, its recorded cases, or its pinned cases."""

    clause: str
    check: str

    @property
    def id(self) -> str:
        """The id of the check, where the step is one."""
        return f"{self.clause}/{self.check}"

    @property
    def operation(self) -> str:
        """The operation that the step is about."""
        return self.clause.partition(".")[0]

    def take(
        self, harbor: Implementation, candidate: Candidate, settings: RunSettings, expect: Expect
    ) -> CheckResult:
        """Run the step on a candidate, which must answer as ``expect`` says; return the result.

        Raises CorpusMismatchError if harbor's answer to a recorded case has changed; all cases of
        the clause are checked, even those not meant for the candidate.
        """
        declared = settings.declared
        if self.check == DECLARED:
            return replay_pinned(declared.of_clause(self.clause), harbor, candidate)
        if self.check == RECORDED:
            recorded = [one.in_release(settings.release) for one in corpus.of_clause(self.clause)]
            cases = [one.case for one in recorded if declared.asks(one.case)]
            is_known = is_recorded(self.operation, settings.release)
            held = CheckedOracle(harbor, recorded) if is_known else harbor
            return replay(self.clause, cases, held, candidate, expect, repeated=settings.repeated)
        return self.generated(harbor, candidate, settings, expect)

    def generated(
        self,
        harbor: Implementation,
        candidate: Candidate,
        settings: RunSettings,
        expect: Expect,
        tell: Callable[[Finding], None] = nobody,
    ) -> CheckResult:
        """Return the result of generated cases; ``tell`` is as in ``explore``.

        A check's shares of telling examples are those of the installed release.
        """
        check = check_of(self.id)
        return explore(
            check,
            harbor,
            candidate,
            seed=settings.seed,
            examples=examples_of(check, settings.examples),
            asks=settings.declared.asks,
            expect=expect,
            tell=tell,
            whole=settings.whole,
            shares=None if settings.oracle is None else {},
        )


def steps(
    operations: Iterable[str],
    clauses: Iterable[str] = (),
    declared: ExpectedDeviations = NOTHING_EXPECTED,
) -> list[Step]:
    """Return the steps of a run: pinned cases, recorded cases, then checks.

    ``clauses`` narrows a run to these; empty means every clause of the operations that
    is meant for the candidate. Recorded cases of which none is meant for it are no step:
    the checks of the clause must still ask it something.
    """
    wanted = set(clauses) or {id_ for id_, c in CATALOGUE.items() if c.operation in operations}
    wanted = set(filter(declared.meant, wanted))
    pinned = {one.clause for one in declared.pinned}
    replayed = [Step(clause, DECLARED) for clause in CATALOGUE if clause in pinned]
    recorded = [Step(clause, RECORDED) for clause in CATALOGUE if clause in wanted]
    explored = [Step(one.clause, one.name) for one in checks(operations) if one.clause in wanted]
    return [
        *(step for step in replayed if step.clause in wanted),
        *(step for step in recorded if _has_recorded(step.clause, declared)),
        *explored,
    ]


def _has_recorded(clause: str, declared: ExpectedDeviations) -> bool:
    if not (declared.only or declared.without):
        return corpus.file_of(clause).exists()
    return any(declared.asks(one.case) for one in corpus.of_clause(clause))
