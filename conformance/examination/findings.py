"""What examining a candidate brings to light: single findings, and the result of a check."""

from dataclasses import dataclass

from conformance.comparison.agreement import Comparison
from conformance.comparison.kinds import Kind
from conformance.protocol.values import Answer, Case

RECORDED = "recorded cases"
DECLARED = "declared divergences"
"""What stands for a check's name where nothing is generated."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One case on which two implementations differ, what each of them says, and how they part."""

    requirement: str
    case: Case
    harbor: Answer
    candidate: Answer
    difference: str
    kind: Kind

    @classmethod
    def of(
        cls, requirement: str, case: Case, answers: tuple[Answer, Answer], comparison: Comparison
    ) -> "Finding":
        """Return the finding that two answers, harbor's first, and their comparison make."""
        return cls(requirement, case, *answers, comparison.difference, comparison.kind)


@dataclass(frozen=True, slots=True)
class Observation:
    """One case that was asked, and both answers to it, whether or not they agree."""

    requirement: str
    case: Case
    harbor: Answer
    candidate: Answer


@dataclass(frozen=True, slots=True)
class CheckResult:
    """What one check found out about one candidate.

    ``cases`` counts the questions asked. ``findings`` hold the smallest case of each kind
    of difference, the gravest first, and ``observations`` what was asked, not all of it:
    what a diagnosis rests on. ``problem`` says why the check cannot be relied on,
    ``faults`` what the candidate's process did wrong beside its answers, and ``stale``
    which declared divergences are not as the ledger has them. ``not_asked`` says why the
    rest of the check's questions were not asked any more.
    """

    requirement: str
    check: str
    seed: int
    cases: int
    seconds: float
    findings: tuple[Finding, ...] = ()
    observations: tuple[Observation, ...] = ()
    problem: str = ""
    faults: tuple[str, ...] = ()
    stale: tuple[str, ...] = ()
    not_asked: str = ""

    @property
    def operation(self) -> str:
        """The operation that the check is about."""
        return self.requirement.partition(".")[0]

    @property
    def divergences(self) -> tuple[Finding, ...]:
        """The findings that are divergences."""
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
