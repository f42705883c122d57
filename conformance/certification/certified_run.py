"""Everything that a run established, as one frozen value that reports are made from."""

import json
import shlex
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from conformance.certification import plan
from conformance.certification.plan import NO_LEDGER, Step
from conformance.certification.scope import Scope
from conformance.certification.verdict import Conduct, ExitCode, Summary, exit_code, summarise
from conformance.comparison.differences import Kind
from conformance.diagnosis.diagnosis import NOTHING_WRONG, Diagnosis, by_clause_and_kind
from conformance.examination.collector import size
from conformance.examination.findings import CheckResult, Finding
from conformance.implementations.start import Provenance
from conformance.ledger.ledger import Ledger
from conformance.operations import messages
from conformance.operations.catalogue import CATALOGUE

LONGEST_COMMAND = 2000
"""Characters of a command line beyond which a case is given by its seed instead."""


@dataclass(frozen=True, slots=True)
class CertifiedRun:
    """A run: who was asked, what, with which seed, and what came of it.

    ``candidate_options`` name the same candidate on another command line, and
    ``certify_options`` what else decides the questions and the verdict.
    """

    candidate: str
    candidate_version: str
    candidate_options: tuple[str, ...]
    faults_tried: tuple[str, ...]
    scope: Scope
    profile: str
    seed: int
    provenance: Provenance
    steps: tuple[Step, ...]
    results: tuple[CheckResult, ...]
    cut_off: str
    ledger: Ledger = NO_LEDGER
    exact: bool = False
    diagnosis: Diagnosis = NOTHING_WRONG
    certify_options: tuple[str, ...] = ()

    @property
    def operations(self) -> tuple[str, ...]:
        """The operations that were asked."""
        return self.scope.claimed

    @property
    def total(self) -> Summary:
        """The counts over the whole run."""
        return summarise("total", self.steps, self.results)

    @property
    def code(self) -> ExitCode:
        """The exit status that the run deserves."""
        conduct = Conduct(self.faults, self.stale, self.cut_off, self.exact)
        return exit_code(self.total, self.results, conduct)

    @property
    def stale(self) -> list[str]:
        """What the ledger declares and is not so, each once."""
        pinned = (stale for result in self._sorted() for stale in result.stale)
        return list(dict.fromkeys([*self.ledger.gone, *pinned, *self._never_seen()]))

    def _never_seen(self) -> Iterator[str]:
        """Yield what is declared and changed no answer, where everything was asked."""
        if not self.ledger.expected:
            return
        whole = set(plan.steps(self.scope.claimed, (), self.ledger))
        if not self.total.complete or set(self.steps) != whole:
            return
        applied = frozenset[str]().union(*(result.applied for result in self.results))
        for entry in self.ledger.expected:
            if entry.title not in applied and not set(entry.operations) & set(self.scope.not_asked):
                yield f"{entry.title}: declared, but never seen"

    @property
    def faults(self) -> list[str]:
        """How the candidate broke the protocol, each way once: its process, or an answer's form."""
        met = (fault for result in self.results for fault in result.faults)
        form = (_form_error(one) for one in self.form_errors().values())
        return list(dict.fromkeys([*self.faults_tried, *met, *form]))

    @property
    def conformant(self) -> bool:
        """Whether all that is claimed was asked, all of it ran, and nothing diverged."""
        return self.code is ExitCode.CONFORMANT and not self.scope.is_partial

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

    def findings(self) -> tuple[Finding, ...]:
        """Return the smallest divergence of each clause and kind, the gravest first."""
        return by_clause_and_kind(one for one in self._wrong() if one.kind is not Kind.FORM)

    def form_errors(self) -> dict[str, list[Finding]]:
        """Return the answers that do not have the protocol's form, by operation: one a clause."""
        found = by_clause_and_kind(one for one in self._wrong() if one.kind is Kind.FORM)
        operations = dict.fromkeys(finding.case.operation for finding in found)
        return {name: [one for one in found if one.case.operation == name] for name in operations}

    def divergent_clauses(self) -> list[str]:
        """Return the clauses with a divergence, in the catalogue's order."""
        divergent = {finding.clause for finding in self.findings()}
        return [clause for clause in CATALOGUE if clause in divergent]

    def inexact(self) -> tuple[Finding, ...]:
        """Return the smallest case of each clause that agrees but not exactly."""
        return by_clause_and_kind(r.inexact for r in self._sorted() if r.inexact)

    def notes(self) -> list[str]:
        """Return what a reader must know beside the verdict."""
        notes = [f"{r.clause} ({r.check}): {r.problem}" for r in self._sorted() if r.problem]
        given_up = {r.operation: r.not_asked for r in self._sorted() if r.not_asked}
        notes += [f"not asked any more: {name}: {why}" for name, why in given_up.items()]
        notes += [f"the candidate broke the protocol: {fault}" for fault in self.faults]
        notes += [f"the ledger is stale: {stale}" for stale in self.stale]
        notes += [f"left out: {restriction}" for restriction in self.scope.restrictions]
        if self.scope.not_claimed:
            notes.append(f"not claimed by the candidate: {', '.join(self.scope.not_claimed)}")
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
        again = [
            "--clause",
            finding.clause,
            "--seed",
            str(self.seed),
            "--profile",
            self.profile,
            "--verbose",
        ]
        named = [word for word in self.candidate_options if word != "--candidate"]
        return shlex.join(["harbor-conformance", "certify", *named, *again, *self.certify_options])

    def _wrong(self) -> Iterator[Finding]:
        return (one for result in self._sorted() for one in result.divergences)

    def _part(self, name: str, wanted: Callable[[str], bool]) -> Summary:
        steps = [step for step in self.steps if wanted(step.clause)]
        results = [r for r in self.results if wanted(r.clause)]
        return summarise(name, steps, results)

    def _sorted(self) -> Sequence[CheckResult]:
        places = {step: place for place, step in enumerate(self.steps)}
        return sorted(self.results, key=lambda r: places.get(Step(r.clause, r.check), -1))


def _form_error(found: Sequence[Finding]) -> str:
    """Return what is wrong with the form of an operation's answers, by the smallest of them."""
    smallest = min(found, key=lambda finding: size(finding.case))
    more = f"; so in {len(found)} clauses" if len(found) > 1 else ""
    return f"{smallest.case.operation}: it {smallest.difference}{more}"


def _input_of(finding: Finding) -> str:
    return json.dumps(messages.input_to_json(finding.case))
