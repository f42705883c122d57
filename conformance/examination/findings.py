"""What examining a candidate brings to light: single findings, and the result of a check."""

from dataclasses import dataclass

from conformance.protocol.values import Answer, Case

RECORDED = "recorded cases"
DECLARED = "declared divergences"
"""What stands for a check's name where nothing is generated."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One case on which two implementations differ, and what each of them says."""

    requirement: str
    case: Case
    harbor: Answer
    candidate: Answer
    difference: str


@dataclass(frozen=True, slots=True)
class CheckResult:
    """What one check found out about one candidate.

    ``cases`` counts the questions asked. ``divergence`` and ``inexact`` hold the
    smallest case of each kind. ``problem`` says why the check cannot be relied on,
    ``faults`` what the candidate's process did wrong beside its answers, and ``stale``
    which declared divergences are not as the ledger has them. ``not_asked`` says why the
    rest of the check's questions were not asked any more.
    """

    requirement: str
    check: str
    seed: int
    cases: int
    seconds: float
    divergence: Finding | None = None
    inexact: Finding | None = None
    problem: str = ""
    faults: tuple[str, ...] = ()
    stale: tuple[str, ...] = ()
    not_asked: str = ""

    @property
    def operation(self) -> str:
        """The operation that the check is about."""
        return self.requirement.partition(".")[0]

    @property
    def passed(self) -> bool:
        """Whether the check ran and found no divergence."""
        return self.cases > 0 and not (
            self.divergence or self.problem or self.stale or self.not_asked
        )
