"""The one model of a run: what report.json holds, and its verdict, which follows from the rest.

Every reader of a run reads this: what is printed, the page, the certificate, the badge, and
comparisons. A verdict is always that of the counts and findings that stand beside it.
"""

from collections.abc import Mapping
from typing import Literal

from pydantic import Field, computed_field

from conformance.certification.report_parts import (
    Agreement,
    Amount,
    CandidateName,
    ClauseCounts,
    DeclaredEntry,
    OperationCounts,
    OracleVersions,
    ReportedCause,
    ReportedFinding,
    ReportPart,
    Several,
    Text,
    Unexplained,
    weakest,
)
from conformance.certification.scope import Scope
from conformance.certification.verdict import INTERRUPTED, ExitCode, count_of
from conformance.protocol import show

FORM: Literal[2] = 2
"""The version of the form."""


class Run(ReportPart):
    """A run: who was certified, how, and what came of it; ``docs/report.md`` describes each member.

    ``seconds`` are of this run alone: they are in no file.
    """

    report: Literal[2] = FORM
    suite: Text
    candidate: CandidateName
    scope: Scope
    exact: bool
    cut_off: Text
    profile: Text
    seed: Amount
    answered: Amount
    operations: dict[Text, OperationCounts]
    declared: Several[DeclaredEntry]
    stale: Several[Text]
    causes: Several[ReportedCause]
    nearly: Several[ReportedCause]
    unexplained: Unexplained
    findings: Several[ReportedFinding]
    form_errors: Several[ReportedFinding]
    inexact: Several[ReportedFinding]
    faults: Several[Text]
    notes: Several[Text]
    provenance: OracleVersions
    repeat: Text
    seconds: Mapping[str, float] = Field(default_factory=dict, exclude=True, repr=False)

    @property
    def clauses(self) -> dict[str, ClauseCounts]:
        """The counts of every clause that was planned."""
        return {
            name: counts for of in self.operations.values() for name, counts in of.clauses.items()
        }

    @property
    def divergent_clauses(self) -> list[str]:
        """The clauses with a divergence, in the order of the run."""
        return [name for name, counts in self.clauses.items() if counts.divergences]

    @computed_field
    @property
    def cases(self) -> int:
        """The cases of all operations."""
        return sum(one.cases for one in self.operations.values())

    @computed_field
    @property
    def predicted(self) -> int:
        """The cases that rest on a prediction of the candidate's author, not on the catalogue."""
        return sum(one.predicted for one in self.clauses.values())

    @computed_field
    @property
    def divergences(self) -> int:
        """The distinct smallest cases that diverge."""
        return sum(one.divergences for one in self.operations.values())

    @computed_field
    @property
    def complete(self) -> bool:
        """Whether every planned check ended."""
        return bool(self.operations) and all(one.complete for one in self.operations.values())

    @computed_field
    @property
    def agreement(self) -> Agreement:
        """The weakest agreement of the clauses of which a check is done."""
        return weakest(one.agreement for one in self.clauses.values() if one.done)

    @computed_field
    @property
    def exit_code(self) -> int:
        """The exit status that the run deserves."""
        return int(_exit_code(self))

    @computed_field
    @property
    def conformant(self) -> bool:
        """Whether all that is claimed was asked, all of it ran, and nothing diverged."""
        return self.exit_code == 0 and not self.scope.restrictions

    @computed_field
    @property
    def verdict(self) -> str:
        """The verdict in one line."""
        return _verdict_line(self)


def _exit_code(run: Run) -> ExitCode:
    """Return the exit status of a run that could be started."""
    clauses = run.clauses.values()
    not_asked = any(one.not_asked for one in clauses)
    if not run.answered and (run.cases or not_asked):
        return ExitCode.CANDIDATE
    inexact = run.exact and any(one.inexact for one in clauses)
    if run.divergences or run.stale or inexact:
        return ExitCode.DIVERGES
    if run.cut_off:
        return ExitCode.INTERRUPTED if run.cut_off == INTERRUPTED else ExitCode.ORACLE
    if run.faults or not_asked:
        return ExitCode.CANDIDATE
    passed = run.operations and all(one.passed for one in run.operations.values())
    return ExitCode.CONFORMANT if passed else ExitCode.ORACLE


def _verdict_line(run: Run) -> str:
    """Return the verdict; whatever was narrowed is PARTIAL, never CONFORMANT alone."""
    scope = f" ({run.scope})"
    match run.exit_code:
        case ExitCode.CONFORMANT:
            head = _agreement(run, scope)
        case ExitCode.DIVERGES:
            head = _divergence(run, scope)
        case ExitCode.CANDIDATE if run.findings or not run.cases:
            head = f"NOT RUN{scope}: {_name(run)} never answered"
        case ExitCode.CANDIDATE:
            head = f"NOT CONFORMANT{scope}: {_name(run)} {_breach(run)}"
        case _:
            why = run.cut_off or "not every check can be relied on"
            head = f"NO VERDICT{scope}: {why}, {checks_done(run)}"
    return f"{head}: {_ground(run)}"


def checks_done(run: Run) -> str:
    """Return how many of the planned checks ended."""
    clauses = run.clauses.values()
    done, planned = sum(one.done for one in clauses), sum(one.checks for one in clauses)
    return f"{done} of {planned} checks done"


def _agreement(run: Run, scope: str) -> str:
    how = "exactly " if run.agreement == "exact" else ""
    but = f" but for {declared}" if (declared := _declared(run)) else ""
    restrictions = run.scope.restrictions
    word = "PARTIAL" if restrictions else "CONFORMANT"
    agrees = f"{word}{but}{scope}: {_name(run)} agrees {how}with {_whom(run)}"
    return f"{agrees} in what was asked ({'; '.join(restrictions)})" if restrictions else agrees


def _declared(run: Run) -> str:
    """Return how many deviations are expected."""
    pinned = sum(bool(one.pinned) for one in run.declared)
    counts = ((len(run.declared) - pinned, "declared deviation"), (pinned, "pinned case"))
    declared = " and ".join(count_of(count, noun) for count, noun in counts if count)
    return (
        f"{declared}, {count_of(run.predicted, 'case')} by prediction"
        if run.predicted
        else declared
    )


def _breach(run: Run) -> str:
    """Return how the protocol was broken where nothing diverges."""
    if not run.form_errors:
        return "agrees, but breaks the protocol"
    clauses = count_of(len({one.clause for one in run.form_errors}), "clause")
    operations = ", ".join(dict.fromkeys(one.operation for one in run.form_errors))
    return f"breaks the protocol in the form of its answers, in {clauses} of {operations}"


def _divergence(run: Run, scope: str) -> str:
    partial = " (partial run)" if run.cut_off else ""
    head = f"NOT CONFORMANT{partial}{scope}: "
    if clauses := run.divergent_clauses:
        operations = [name for name, one in run.operations.items() if one.divergences]
        where = f"{count_of(len(clauses), 'clause')} of {', '.join(operations)}"
        return f"{head}{_name(run)} diverges from {_whom(run)} in {where}"
    if run.exact and run.agreement != "exact":
        return f"{head}{_name(run)} agrees with {_whom(run)}, though not exactly"
    return f"{head}the expected deviations of {_name(run)} do not hold"


def _ground(run: Run) -> str:
    """Return how much was asked, with which seed, and the versions that the answers depend on."""
    told = run.provenance
    versions = f"{told.python}, pydantic {told.pydantic}, pydantic-core {told.pydantic_core}"
    amount = f"{run.cases:,} cases, {count_of(len(run.clauses), 'clause')}"
    return f"{amount}; profile {run.profile}, seed {run.seed}; {versions}"


def _whom(run: Run) -> str:
    return run.scope.whom(run.provenance.harbor).rstrip(",")


def _name(run: Run) -> str:
    return show.printable(run.candidate.name)
