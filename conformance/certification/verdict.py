"""The judgement of a run: pure functions from results to a verdict."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum

from conformance.certification.plan import Step
from conformance.comparison.agreement import Agreement
from conformance.comparison.differences import Kind
from conformance.examination.findings import CheckResult, Finding
from conformance.protocol.values import Fault


class ExitCode(IntEnum):
    """What the command's exit status says."""

    CONFORMANT = 0
    DIVERGES = 1
    USAGE = 2
    CANDIDATE = 3
    ORACLE = 4
    INTERRUPTED = 130


INTERRUPTED = "interrupted"
"""What cut a run off where whoever started it did."""


@dataclass(frozen=True, slots=True)
class Summary:
    """Counts over some results: one clause's, one operation's, or all."""

    name: str
    cases: int
    divergences: int
    form_errors: int
    agreement: Agreement
    problems: int
    not_asked: int
    complete: bool

    @property
    def passed(self) -> bool:
        """Whether everything that was planned ran, and nothing diverged."""
        spoilt = self.divergences or self.form_errors or self.problems or self.not_asked
        return self.complete and self.cases > 0 and not spoilt


def summarise(name: str, steps: Sequence[Step], results: Sequence[CheckResult]) -> Summary:
    """Return the counts over results; complete when each planned step has one."""
    done = {Step(result.clause, result.check) for result in results}
    findings = [result.divergence for result in results if result.divergence is not None]
    divergences = [finding for finding in findings if finding.kind is not Kind.FORM]
    return Summary(
        name=name,
        cases=sum(result.cases for result in results),
        divergences=_distinct(divergences),
        form_errors=len(findings) - len(divergences),
        agreement=min((_agreement(result) for result in results), default=Agreement.DIVERGENT),
        problems=sum(bool(r.problem) or not (r.cases or r.not_asked) for r in results),
        not_asked=sum(bool(result.not_asked) for result in results),
        complete=bool(steps) and done.issuperset(steps),
    )


@dataclass(frozen=True, slots=True)
class Conduct:
    """What decides beside the results: faults, a stale ledger, what cut the run off, a condition.

    With ``exact`` what is equal but not exactly alike does not conform.
    """

    faults: Sequence[str] = ()
    stale: Sequence[str] = ()
    cut_off: str = ""
    exact: bool = False


def exit_code(summary: Summary, results: Sequence[CheckResult], conduct: Conduct) -> ExitCode:
    """Return the exit status of a run that could be started."""
    if results and all(map(_never_answered, results)):
        return ExitCode.CANDIDATE
    inexact = conduct.exact and any(result.inexact for result in results)
    if summary.divergences or conduct.stale or inexact:
        return ExitCode.DIVERGES
    if conduct.cut_off:
        return ExitCode.INTERRUPTED if conduct.cut_off == INTERRUPTED else ExitCode.ORACLE
    if conduct.faults or summary.not_asked:
        return ExitCode.CANDIDATE
    if summary.passed:
        return ExitCode.CONFORMANT
    return ExitCode.ORACLE


def _never_answered(result: CheckResult) -> bool:
    if result.answered:
        return False
    if result.divergence is None:
        return bool(result.not_asked)
    return isinstance(result.divergence.candidate, Fault)


def _distinct(findings: Iterable[Finding]) -> int:
    return len({finding.difference + repr(finding.case) for finding in findings})


def _agreement(result: CheckResult) -> Agreement:
    if not result.passed:
        return Agreement.DIVERGENT
    return Agreement.EQUAL if result.inexact else Agreement.EXACT
