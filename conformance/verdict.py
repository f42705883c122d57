"""The judgement of a run: pure functions from results to a verdict."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum

from conformance.model import Agreement, CheckResult, Fault, Finding, Unsupported
from conformance.plan import Step


class ExitCode(IntEnum):
    """What the command's exit status says."""

    CONFORMANT = 0
    DIVERGES = 1
    USAGE = 2
    CANDIDATE = 3
    ORACLE = 4
    INTERRUPTED = 130


@dataclass(frozen=True, slots=True)
class Summary:
    """Counts over some results: one clause's, one operation's, or all."""

    name: str
    cases: int
    divergences: int
    declared: int
    agreement: Agreement
    problems: int
    complete: bool

    @property
    def passed(self) -> bool:
        """Whether everything that was planned ran, and nothing diverged that is not declared."""
        return self.complete and self.cases > 0 and not (self.divergences or self.problems)


def summarise(
    name: str,
    steps: Sequence[Step],
    results: Sequence[CheckResult],
    declared: frozenset[str] = frozenset(),
) -> Summary:
    """Return the counts over results; complete when each planned step has one.

    Divergences of the clauses in ``declared`` are counted apart.
    """
    done = {Step(result.clause, result.check) for result in results}
    found = divergences_of(results)
    return Summary(
        name=name,
        cases=sum(result.cases for result in results),
        divergences=_distinct(f for f in found if f.clause not in declared),
        declared=_distinct(f for f in found if f.clause in declared),
        agreement=min((_agreement(result) for result in results), default=Agreement.DIVERGENT),
        problems=sum(1 for result in results if result.problem or result.cases == 0),
        complete=bool(steps) and done.issuperset(steps),
    )


def divergences_of(results: Iterable[CheckResult]) -> list[Finding]:
    """Return the smallest divergence of each result that has one."""
    return [result.divergence for result in results if result.divergence is not None]


def exit_code(
    summary: Summary,
    results: Sequence[CheckResult],
    *,
    faults: Sequence[str],
    stale: Sequence[str],
    interrupted: bool,
) -> ExitCode:
    """Return the exit status of a run that could be started."""
    findings = divergences_of(results)
    never_answered = [isinstance(finding.candidate, Fault) for finding in findings]
    if findings and all(never_answered) and len(findings) == len(results):
        return ExitCode.CANDIDATE
    if summary.divergences or stale:
        return ExitCode.DIVERGES
    if interrupted:
        return ExitCode.INTERRUPTED
    if faults:
        return ExitCode.CANDIDATE
    if summary.passed:
        return ExitCode.CONFORMANT
    return ExitCode.ORACLE


def unsupported_operations(results: Iterable[CheckResult]) -> list[str]:
    """Return the operations that the candidate says it does not have."""
    findings = divergences_of(results)
    lacking = (f.case.operation for f in findings if isinstance(f.candidate, Unsupported))
    return list(dict.fromkeys(lacking))


def _distinct(findings: Iterable[Finding]) -> int:
    return len({finding.difference + repr(finding.case) for finding in findings})


def _agreement(result: CheckResult) -> Agreement:
    if not result.passed:
        return Agreement.DIVERGENT
    return Agreement.EQUAL if result.inexact else Agreement.EXACT
