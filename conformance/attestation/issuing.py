"""From a run to its certificate, or to what is said where a run earns none."""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from conformance.attestation.descriptors import (
    Corpus,
    Digest,
    LedgerFile,
    LedgerNotes,
    Members,
    Report,
    Suite,
)
from conformance.attestation.files import differences, digest_of, digests, text_of
from conformance.attestation.run_notes import (
    AgreementWord,
    Asked,
    CauseNotes,
    OperationNotes,
    Run,
    RunNotes,
    ScopeNotes,
    UnexplainedNotes,
)
from conformance.attestation.statement import (
    Descriptor,
    Predicate,
    Statement,
    Subject,
)
from conformance.attestation.subject import NOT_HERE, modules_of, subject_of
from conformance.attestation.surroundings import harbor, recorded_cases, suite, surroundings
from conformance.attestation.writing import document_of, member_digests
from conformance.certification import plan
from conformance.certification.certified_run import CertifiedRun
from conformance.certification.verdict import ExitCode
from conformance.comparison.agreement import Agreement
from conformance.implementations.start import CandidateSpec
from conformance.ledger.ledger import Ledger

_WITH_VERDICT = {ExitCode.CONFORMANT, ExitCode.DIVERGES}

_AGREEMENTS: dict[Agreement, AgreementWord] = {
    Agreement.DIVERGENT: "divergent",
    Agreement.EQUAL: "equal",
    Agreement.EXACT: "exact",
}


@dataclass(frozen=True, slots=True)
class Basis:
    """What a certificate is about, as it is on disk: candidate, ledger, suite and corpus."""

    subject: dict[str, str]
    ledger: dict[str, str]
    suite: Suite
    corpus: Corpus

    def changes(self, after: "Basis") -> Iterator[str]:
        """Yield what of it is not as it was any more."""
        yield from differences(self.subject, after.subject)
        yield from differences(self.ledger, after.ledger)
        yield from differences(self.suite.annotations.files, after.suite.annotations.files)
        yield from differences(self.corpus.annotations.files, after.corpus.annotations.files)


def basis_of(
    spec: CandidateSpec, given: Sequence[str], file: Path | None, ledger: Ledger
) -> Basis | str:
    """Return what a run of a candidate rests on now, or why that cannot be said.

    ``given`` is what belongs to the candidate as well, ``file`` that of its ledger.
    """
    try:
        return Basis(
            subject=subject_of(spec, given),
            ledger=ledger_files(file, ledger),
            suite=suite(),
            corpus=recorded_cases(),
        )
    except OSError as error:
        return f"{error.filename}: {error.strerror}"
    except NOT_HERE as error:
        return str(error)


def ledger_files(file: Path | None, ledger: Ledger) -> dict[str, str]:
    """Return the SHA-256 of a ledger and the modules that it has predict; raises OSError."""
    if file is None:
        return {}
    predictions = modules_of(one.function for one in ledger.predictions)
    return digests([(file.name, file), *predictions])


def why_unheld(before: Basis | str, after: Basis | str) -> str:
    """Return why it cannot be said what was certified; empty where it can."""
    for basis in (before, after):
        if isinstance(basis, str):
            return f"UNNAMED: {basis}"
    assert isinstance(before, Basis)  # noqa: S101 - what the loop has seen
    assert isinstance(after, Basis)  # noqa: S101 - the same
    change = next(before.changes(after), "")
    return f"CHANGED during the run: {change}" if change else ""


def why_none(run: CertifiedRun) -> str:
    """Return what a run is that earns no certificate, and why; empty where it earns one."""
    scope, total = run.scope, run.total
    done = f"{len(run.results)} of {len(run.steps)} checks done"
    whole = set(run.steps) == set(plan.steps(scope.claimed, (), run.ledger))
    idle = [clause for clause in _clauses(run) if not run.of_clause(clause).cases]
    shortfalls = (
        (run.cut_off, f"INTERRUPTED: {run.cut_off}, {done}"),
        (scope.is_partial, f"PARTIAL: {'; '.join(scope.restrictions)}"),
        (scope.not_asked, f"FILTERED: announced and not asked: {', '.join(scope.not_asked)}"),
        (not whole, "FILTERED: not every check of the claimed operations was planned"),
        (not total.cases, "EMPTY: not a single case was asked"),
        (run.code not in _WITH_VERDICT, f"NO VERDICT: exit status {int(run.code)}"),
        (not total.complete, f"INCOMPLETE: {done}"),
        (total.not_asked or total.problems, f"INCOMPLETE: {next(iter(run.notes()), '')}"),
        (idle, f"INCOMPLETE: not a single case of {', '.join(idle)} was asked"),
    )
    return next((told for short, told in shortfalls if short), "")


def statement_of(run: CertifiedRun, asked: Asked, basis: Basis, report: str) -> Statement:
    """Return the certificate of a run; ``report`` is the text of its report.json."""
    failed = [clause for clause in _clauses(run) if _fails(run, clause)]
    declared = {one.clause for one in run.results if one.declared}
    declared |= {one.clause for one in run.ledger.pinned}
    warned = [c for c in _clauses(run) if c in declared and c not in failed]
    rest = [c for c in _clauses(run) if c not in {*failed, *warned}]
    draft = Predicate(
        configuration=_configuration(run, asked, basis, report, {}),
        result="FAILED" if failed or run.stale else "WARNED" if warned else "PASSED",
        passedTests=tuple(sorted(rest)),
        warnedTests=tuple(sorted(warned)),
        failedTests=tuple(sorted(failed)),
    )
    subject = tuple(
        Subject(name=name, digest=Digest(sha256=digest))
        for name, digest in sorted(basis.subject.items())
    )
    members = member_digests(document_of(Statement(subject=subject, predicate=draft)))
    configuration = _configuration(run, asked, basis, report, members)
    predicate = draft.model_copy(update={"configuration": configuration})
    return Statement(subject=subject, predicate=predicate)


def _configuration(
    run: CertifiedRun, asked: Asked, basis: Basis, report: str, members: dict[str, str]
) -> tuple[Descriptor, ...]:
    described: list[Descriptor] = [
        basis.suite,
        basis.corpus,
        harbor(run.provenance),
        surroundings(run.provenance),
        Report(digest=Digest(sha256=hashlib.sha256(report.encode()).hexdigest())),
        Run(annotations=_run(run, asked)),
        Members(annotations=members),
    ]
    if basis.ledger:
        described.append(_ledger(run.ledger, basis))
    return tuple(sorted(described, key=lambda one: one.name))


def _ledger(ledger: Ledger, basis: Basis) -> LedgerFile:
    return LedgerFile(
        digest=Digest(sha256=digest_of(basis.ledger)),
        annotations=LedgerNotes(
            files=basis.ledger,
            deviations=tuple(entry.title for entry in ledger.expected),
            pinned=len(ledger.pinned),
        ),
    )


def _run(run: CertifiedRun, asked: Asked) -> RunNotes:
    diagnosis = run.diagnosis
    return RunNotes(
        asked=asked,
        version=text_of(run.candidate_version),
        profile=plan.Profile(run.profile).value,
        seed=str(run.seed),
        exact=run.exact,
        scope=ScopeNotes(claimed=run.scope.claimed, not_claimed=run.scope.not_claimed),
        agreement=_AGREEMENTS[run.total.agreement],
        cases=run.total.cases,
        checks=len(run.steps),
        operations={operation: _operation(run, operation) for operation in run.operations},
        causes=tuple(
            CauseNotes(
                deviations=cause.deviations,
                habit=cause.habit,
                clauses=cause.clauses,
                explained=cause.explained,
                cases=cause.cases,
            )
            for cause in diagnosis.causes
        ),
        unexplained=UnexplainedNotes(
            cases=diagnosis.cases_unexplained, clauses=tuple(diagnosis.clauses_unexplained)
        ),
        stale=tuple(run.stale),
    )


def _operation(run: CertifiedRun, operation: str) -> OperationNotes:
    counts = run.of_operation(operation)
    return OperationNotes(
        agreement=_AGREEMENTS[counts.agreement],
        cases=counts.cases,
        divergences=counts.divergences,
        clauses={clause: run.of_clause(clause).cases for clause in run.clauses(operation)},
    )


def _fails(run: CertifiedRun, clause: str) -> bool:
    results = [result for result in run.results if result.clause == clause]
    inexact = run.exact and any(result.inexact for result in results)
    return inexact or not all(result.passed for result in results)


def _clauses(run: CertifiedRun) -> list[str]:
    return [clause for operation in run.operations for clause in run.clauses(operation)]
