"""Everything that a run established, as one frozen value that reports are made from."""

import json
import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from conformance import show, wire
from conformance.examination import size
from conformance.implementations import Provenance
from conformance.ledger import Ledger
from conformance.model import Agreement, CheckResult, Finding
from conformance.plan import NO_LEDGER, Step
from conformance.verdict import ExitCode, Summary, exit_code, summarise, unsupported_operations

LONGEST_COMMAND = 2000
"""Characters of a command line beyond which a case is given by its seed instead."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """A run: who was asked, what, with which seed, and what came of it."""

    candidate: str
    candidate_version: str
    candidate_options: tuple[str, ...]
    faults_tried: tuple[str, ...]
    operations: tuple[str, ...]
    profile: str
    seed: int
    provenance: Provenance
    steps: tuple[Step, ...]
    results: tuple[CheckResult, ...]
    interrupted: bool
    ledger: Ledger = NO_LEDGER

    @property
    def total(self) -> Summary:
        """The counts over the whole run."""
        return summarise("total", self.steps, self.results, self.ledger.declared)

    @property
    def code(self) -> ExitCode:
        """The exit status that the run deserves."""
        return exit_code(
            self.total,
            self.results,
            faults=self.faults,
            stale=self.stale,
            interrupted=self.interrupted,
        )

    @property
    def stale(self) -> list[str]:
        """What the ledger declares and is not so, each once."""
        met = (stale for result in self._sorted() for stale in result.stale)
        return list(dict.fromkeys([*self.ledger.gone, *met]))

    @property
    def faults(self) -> list[str]:
        """What the candidate's process did wrong beside its answers, each once."""
        met = (fault for result in self.results for fault in result.faults)
        return list(dict.fromkeys([*self.faults_tried, *met]))

    @property
    def conformant(self) -> bool:
        """Whether all that was planned ran and nothing diverged."""
        return self.code is ExitCode.CONFORMANT

    def of_operation(self, operation: str) -> Summary:
        """Return the counts over one operation."""
        return self._part(operation, lambda clause: clause.partition(".")[0] == operation)

    def of_clause(self, clause: str) -> Summary:
        """Return the counts over one clause."""
        return self._part(clause, lambda other: other == clause)

    def clauses(self, operation: str) -> list[str]:
        """Return the planned clauses of an operation, in the catalogue's order."""
        planned = (step.clause for step in self.steps)
        return list(dict.fromkeys(c for c in planned if c.partition(".")[0] == operation))

    def findings(self) -> list[Finding]:
        """Return the smallest divergence of each clause that has one and declares none."""
        return _one_a_clause([f for f in self._divergences() if not self._is_declared(f)])

    def declared(self) -> list[Finding]:
        """Return the smallest divergence of each clause that is declared to diverge."""
        return _one_a_clause([f for f in self._divergences() if self._is_declared(f)])

    def inexact(self) -> list[Finding]:
        """Return the smallest case of each clause that agrees but not exactly."""
        return _one_a_clause([r.inexact for r in self._sorted() if r.inexact])

    def verdict(self) -> str:
        """Return the verdict in one line."""
        total = self.total
        asked = f"{total.cases:,} cases, {_clauses(len({s.clause for s in self.steps}))}"
        whom = f"harbor {self.provenance.harbor}"
        where = f"({', '.join(self.operations)}; profile {self.profile}, seed {self.seed})"
        name = show.printable(self.candidate)
        match self.code:
            case ExitCode.CONFORMANT:
                how = "exactly " if total.agreement is Agreement.EXACT else ""
                but = f" but for {_divergences(count)}" if (count := len(self.declared())) else ""
                return f"CONFORMANT{but}: {name} agrees {how}with {whom}: {asked} {where}"
            case ExitCode.DIVERGES if not self.findings():
                return f"NOT CONFORMANT: the ledger of {name} is not true: {asked} {where}"
            case ExitCode.DIVERGES:
                partial = " (partial run)" if self.interrupted else ""
                return (
                    f"NOT CONFORMANT{partial}: {name} diverges from {whom} in "
                    f"{_clauses(len(self.findings()))}: {asked} {where}"
                )
            case ExitCode.CANDIDATE if self.findings() or not total.cases:
                return f"NOT RUN: {name} never answered {where}"
            case ExitCode.CANDIDATE:
                return f"NOT CONFORMANT: {name} agrees, but breaks the protocol: {asked} {where}"
        done, planned = len(self.results), len(self.steps)
        why = "interrupted" if self.interrupted else "not every check can be relied on"
        return f"NO VERDICT: {why}, {done} of {planned} checks done, {asked} so far {where}"

    def notes(self) -> list[str]:
        """Return what a reader must know beside the verdict."""
        unsupported = unsupported_operations(self.results)
        notes = [f"{r.clause} ({r.check}): {r.problem}" for r in self._sorted() if r.problem]
        notes += [f"the candidate broke the protocol: {fault}" for fault in self.faults]
        notes += [f"the ledger is stale: {stale}" for stale in self.stale]
        if unsupported:
            rest = [op for op in self.operations if op not in unsupported]
            options = " ".join(f"--operation {operation}" for operation in rest)
            notes.append(
                f"not supported by the candidate: {', '.join(unsupported)}"
                + (f"; the others alone: {options}" if rest else "")
            )
        return notes

    def record(self, finding: Finding) -> str:
        """Return the command that keeps a finding in the corpus; empty where it is too long."""
        words = ["corpus", "record", finding.clause, "NAME", "--note", "WHY"]
        line = shlex.join(["harbor-conformance", *words, "--input", _input_of(finding)])
        return line if len(line) <= LONGEST_COMMAND else ""

    def repeat(self, finding: Finding) -> str:
        """Return the one command that shows a finding again."""
        words = ["ask", finding.case.operation, "--input", _input_of(finding)]
        line = shlex.join(["harbor-conformance", *words, *self.candidate_options])
        if len(line) <= LONGEST_COMMAND:
            return line
        again = ["--clause", finding.clause, "--seed", str(self.seed), "--profile", self.profile]
        named = [word for word in self.candidate_options if word != "--candidate"]
        return shlex.join(["harbor-conformance", "certify", *named, *again])

    def _part(self, name: str, wanted: Callable[[str], bool]) -> Summary:
        steps = [step for step in self.steps if wanted(step.clause)]
        results = [r for r in self.results if wanted(r.clause)]
        return summarise(name, steps, results, self.ledger.declared)

    def _divergences(self) -> list[Finding]:
        return [r.divergence for r in self._sorted() if r.divergence]

    def _is_declared(self, finding: Finding) -> bool:
        return finding.clause in self.ledger.declared

    def _sorted(self) -> Sequence[CheckResult]:
        places = {step: place for place, step in enumerate(self.steps)}
        return sorted(self.results, key=lambda r: places.get(Step(r.clause, r.check), -1))


def _clauses(count: int) -> str:
    return "1 clause" if count == 1 else f"{count} clauses"


def _divergences(count: int) -> str:
    return "1 declared divergence" if count == 1 else f"{count} declared divergences"


def _input_of(finding: Finding) -> str:
    return json.dumps(wire.input_to_json(finding.case))


def _one_a_clause(findings: list[Finding]) -> list[Finding]:
    smallest: dict[str, Finding] = {}
    for finding in findings:
        known = smallest.get(finding.clause)
        if known is None or size(finding.case) < size(known.case):
            smallest[finding.clause] = finding
    return list(smallest.values())
