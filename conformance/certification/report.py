"""The only model of a run: the content of report.json, and the verdict that follows from it.

Output, pages, certificates, badges and comparisons read it. The verdict always follows from the
counts and findings.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from pydantic import Field, computed_field

from conformance.certification import INTERRUPTED, ExitCode, count_of
from conformance.certification.report_parts import (
    Agreement,
    Amount,
    CandidateName,
    ClauseCounts,
    DeclaredEntry,
    OperationCounts,
    OracleVersions,
    Rated,
    ReportedCause,
    ReportedFinding,
    ReportPart,
    Several,
    Text,
    Unexplained,
    weakest,
)
from conformance.certification.scope import Scope
from conformance.operations.clause import Level
from conformance.protocol import show
from conformance.protocol.values import HARBOR_VERSION

FORM: Literal[3] = 3
"""The version of the form."""


class Run(ReportPart):
    """A run: the candidate, the settings and the results; ``docs/report.md`` describes each field.

    A failure in a clause beyond ``level`` is reported, and does not change the exit status.
    ``seconds`` is not written to a file.
    """

    report: Literal[3] = FORM
    suite: Text
    candidate: CandidateName
    scope: Scope
    level: Rated
    exact: bool
    cut_off: Text
    profile: Text
    seed: Amount
    answered: Amount
    operations: dict[Text, OperationCounts]
    declared: Several[DeclaredEntry]
    stale: Several[Text]
    causes: Several[ReportedCause]
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
        """The counts of every planned clause."""
        return {
            name: counts for of in self.operations.values() for name, counts in of.clauses.items()
        }

    @property
    def divergent_clauses(self) -> list[str]:
        """The clauses with a divergence, in the order of the run."""
        return [name for name, counts in self.clauses.items() if counts.divergences]

    @property
    def required(self) -> dict[str, ClauseCounts]:
        """The clauses that fail the run if they fail."""
        return {name: one for name, one in self.clauses.items() if one.level in self.level.included}

    @property
    def beyond(self) -> dict[str, ClauseCounts]:
        """The clauses beyond the level that failed."""
        included = self.level.included
        return {
            name: one
            for name, one in self.clauses.items()
            if one.level not in included and self.fails(one)
        }

    def fails(self, clause: ClauseCounts) -> bool:
        """Return whether a clause did not pass, or not exactly if that is required."""
        return not clause.passed or bool(clause.stale) or (self.exact and bool(clause.inexact))

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
        """The weakest agreement of the clauses with a finished check."""
        return weakest(one.agreement for one in self.clauses.values() if one.done)

    @computed_field
    @property
    def exit_code(self) -> int:
        """The exit status of the run."""
        return int(_exit_code(self))

    @computed_field
    @property
    def conformant(self) -> bool:
        """Whether everything claimed was run to its end, and nothing diverged."""
        return self.exit_code == 0 and not (self.scope.restrictions or self.beyond)

    @computed_field
    @property
    def verdict(self) -> str:
        """The verdict in one line."""
        return _verdict_line(self)


def _exit_code(run: Run) -> ExitCode:
    """Return the exit status of a run that started."""
    clauses = run.required.values()
    not_asked = any(one.not_asked for one in clauses)
    if not run.answered and (run.cases or not_asked):
        return ExitCode.CANDIDATE
    inexact = run.exact and any(one.inexact for one in clauses)
    if run.stale or inexact or any(one.divergences for one in clauses):
        return ExitCode.DIVERGES
    if run.cut_off:
        return ExitCode.INTERRUPTED if run.cut_off == INTERRUPTED else ExitCode.ORACLE
    if run.faults or not_asked:
        return ExitCode.CANDIDATE
    passed = all(one.clauses for one in run.operations.values()) and all(
        one.passed for one in clauses
    )
    return ExitCode.CONFORMANT if clauses and passed else ExitCode.ORACLE


def _verdict_line(run: Run) -> str:
    """Return the verdict; a narrowed run is PARTIAL, never CONFORMANT."""
    scope = f"{_level(run)} ({run.scope})"
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
    return f"{head}: {_conditions(run)}"


def checks_done(run: Run) -> str:
    """Return how many planned checks ended."""
    clauses = run.clauses.values()
    done, planned = sum(one.done for one in clauses), sum(one.checks for one in clauses)
    return f"{done} of {planned} checks done"


def _level(run: Run) -> str:
    """Return the required level, unless it is the highest."""
    failed = run.beyond if run.exit_code == ExitCode.CONFORMANT else run.divergent_clauses
    return f" at level {run.level}" if failed and run.level is not Level.EXTREME else ""


def by_level(clauses: Iterable[ClauseCounts]) -> str:
    """Return counts by level: ``1 rare clause``, ``2 common and 1 extreme clauses``."""
    levels = Counter(one.level for one in clauses)
    counts = [f"{levels[level]:,} {level}" for level in Level if levels[level]]
    return f"{_and(counts)} clause{'s' * (levels.total() != 1)}"


def _and(words: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def _passed_levels(run: Run) -> str:
    """Return the levels whose clauses all passed, if the run is whole."""
    if run.cut_off or run.stale or run.faults or run.scope.restrictions:
        return ""
    found = {one.level for one in run.clauses.values()}
    failed = {one.level for one in run.clauses.values() if run.fails(one)}
    levels = [level for level in Level if level in found - failed]
    return f"; conformant in all {_and(levels)} clauses" if levels else ""


def _agreement(run: Run, scope: str) -> str:
    how = "exactly " if run.agreement == "exact" else ""
    but = f" but for {declared}" if (declared := _declared(run)) else ""
    restrictions = run.scope.restrictions
    word = "PARTIAL" if restrictions else "CONFORMANT"
    agrees = f"{word}{but}{scope}: {_name(run)} agrees {how}with {_whom(run)}"
    if run.beyond:
        agrees += f" in all {_and(run.level.included)} clauses, and fails in"
        agrees += f" {by_level(run.beyond.values())} beyond"
    return f"{agrees} on the cases that ran ({'; '.join(restrictions)})" if restrictions else agrees


def _declared(run: Run) -> str:
    """Return the number of expected deviations."""
    pinned = sum(bool(one.pinned) for one in run.declared)
    counts = ((len(run.declared) - pinned, "declared deviation"), (pinned, "pinned case"))
    declared = " and ".join(count_of(count, noun) for count, noun in counts if count)
    predicted = f", {count_of(run.predicted, 'case')} by prediction" if run.predicted else ""
    return f"{declared}{predicted}"


def _breach(run: Run) -> str:
    """Return how the protocol was broken if nothing diverges."""
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
        where = f"{by_level(run.clauses[name] for name in clauses)} of {', '.join(operations)}"
        passed = _passed_levels(run)
        return f"{head}{_name(run)} diverges from {_whom(run)} in {where}{passed}"
    if run.exact and run.agreement != "exact":
        return f"{head}{_name(run)} agrees with {_whom(run)}, though not exactly"
    return f"{head}the expected deviations of {_name(run)} do not hold"


def _conditions(run: Run) -> str:
    """Return the number of cases, the seed, and the versions that the answers depend on."""
    told = run.provenance
    versions = f"{told.python}, pydantic {told.pydantic}, pydantic-core {told.pydantic_core}"
    if told.harbor != HARBOR_VERSION:
        versions += f", wheel {told.wheel_digest[:12]}"
    amount = f"{run.cases:,} cases, {count_of(len(run.clauses), 'clause')}"
    return f"{amount}; profile {run.profile}, seed {run.seed}; {versions}"


def _whom(run: Run) -> str:
    return run.scope.authorities(run.provenance.harbor).rstrip(",")


def _name(run: Run) -> str:
    return show.printable(run.candidate.name)
