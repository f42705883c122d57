"""What examining a candidate brings to light: single findings, and the result of a check."""

from collections.abc import Sequence
from dataclasses import dataclass

from conformance.comparison.agreement import Comparison
from conformance.comparison.differences import Kind
from conformance.protocol.values import Answer, Case

RECORDED = "recorded cases"
DECLARED = "pinned cases"
"""What stands for a check's name where nothing is generated."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One case on which a candidate differs from what is expected of it, and how.

    ``expected`` and ``oracle`` are as in an observation.
    """

    clause: str
    case: Case
    expected: Answer
    candidate: Answer
    difference: str
    kind: Kind
    oracle: Answer | None = None

    @property
    def oracle_answer(self) -> Answer:
        """The oracle's own answer."""
        return self.expected if self.oracle is None else self.oracle

    @property
    def is_deviation(self) -> bool:
        """Whether another answer is expected than the oracle's."""
        return self.oracle is not None

    @classmethod
    def of(cls, observed: "Observation", comparison: Comparison) -> "Finding":
        """Return the finding that two answers and their comparison make."""
        return cls(
            observed.clause,
            observed.case,
            observed.expected,
            observed.candidate,
            comparison.difference,
            comparison.kind,
            observed.oracle,
        )


@dataclass(frozen=True, slots=True)
class Observation:
    """One case, the answer that is expected to it and the candidate's, equal or not.

    ``oracle`` is the oracle's own answer where another one is expected, else None.
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


@dataclass(frozen=True, slots=True)
class CheckResult:
    """What one check found out about one candidate.

    ``cases`` counts the questions asked, and ``answered`` those that an answer came to, right
    or wrong. ``findings`` hold the smallest case of each kind of difference, the gravest
    first, and ``observations`` what was asked, not all of it:
    what a diagnosis rests on. ``applied`` names the expected deviations that changed an
    expected answer. ``problem`` says why the check cannot be relied on,
    ``faults`` what the candidate's process did wrong beside its answers, and ``stale``
    which pinned cases no longer hold. ``not_asked`` says why the
    rest of the check's questions were not asked any more. ``declared`` counts the cases in
    which another answer is expected than harbor's.
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
        """The gravest divergence."""
        return next(iter(self.divergences), None)

    @property
    def inexact(self) -> Finding | None:
        """The smallest case that agrees, and not exactly."""
        return next((finding for finding in self.findings if finding.kind is Kind.SPELLING), None)

    @property
    def passed(self) -> bool:
        """Whether the check ran and found no divergence."""
        return self.cases > 0 and not (
            self.divergence or self.problem or self.stale or self.not_asked
        )
