"""Holds a certificate against what is here: member by member, each with what was found."""

import hashlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from conformance.attestation.files import differences
from conformance.attestation.issuing import expected_files, results_of, why_none
from conformance.attestation.statement import Statement, Surroundings
from conformance.attestation.subject import NOT_HERE, subject_of
from conformance.attestation.surroundings import corpus_digests, suite_digests, surroundings
from conformance.certification import report_file
from conformance.certification.report import Run
from conformance.certification.report_file import ReportError
from conformance.diagnosis.expected.deviations import ExpectedDeviations, ExpectedFileError
from conformance.implementations.start import CandidateSpec, Provenance, verify_provenance
from conformance.protocol.show import shorten


class Status(StrEnum):
    """What came of holding a member against what is here."""

    HOLDS = "holds"
    REFUSED = "refused"
    ELSEWHERE = "elsewhere"
    UNCHECKED = "not checked"


AGAIN = "again"
"""What the row of a repeated run is about."""


@dataclass(frozen=True, slots=True)
class VerificationRow:
    """What of a certificate was looked at, and what came of it."""

    subject: str
    status: Status
    detail: str


@dataclass(frozen=True, slots=True)
class Here:
    """What a certificate is held against: its candidate, its expected deviations and its report."""

    spec: Callable[[], CandidateSpec]
    declared: Callable[[], tuple[Path | None, ExpectedDeviations]]
    report: Path


def rows_of(statement: Statement, here: Here) -> tuple[list[VerificationRow], Run | None]:
    """Return what becomes of each member of a certificate, and its run; nothing is started.

    Raises UntrustedOracleError where the harbor that is here cannot stand for the wheel.
    """
    told = verify_provenance()
    run, report = _report(statement, here.report)
    of_expected, declared = _expected(statement, here)
    rows = [*_installed(statement, told), report]
    if run is not None:
        wrong = _results(statement, run, declared)
        rows += row("run", wrong, f"{len(run.clauses):,} clauses, none skipped")
    rows += [*_candidate(statement, here), *of_expected, *_surroundings(statement, told)]
    return rows, run


def refused(rows: Iterable[VerificationRow]) -> list[VerificationRow]:
    """Return the rows for which a certificate is refused."""
    return [one for one in rows if one.status is Status.REFUSED]


def row(subject: str, wrong: Iterable[str], holds: str) -> Iterator[VerificationRow]:
    """Yield a refusal for each thing that is wrong, or that all holds."""
    refusals = [VerificationRow(subject, Status.REFUSED, what) for what in wrong]
    yield from refusals or [VerificationRow(subject, Status.HOLDS, holds)]


def _installed(statement: Statement, told: Provenance) -> Iterator[VerificationRow]:
    """Yield whether suite, corpus and harbor are those of the run."""
    for subject, name, here in (
        ("suite", "harbor-conformance", suite_digests()),
        ("corpus", "corpus", corpus_digests()),
    ):
        yield from row(subject, differences(statement.files(name), here), _count(here))
    same = told.wheel_digest == statement.digest("harbor")
    wrong = [] if same else ["the certificate has the digest of another wheel"]
    yield from row("harbor", wrong, f"version {told.harbor}, every file as in the wheel")


def _report(statement: Statement, file: Path) -> tuple[Run | None, VerificationRow]:
    """Return the run that a certificate is about, as its report has it."""
    try:
        content = file.read_bytes()
        if hashlib.sha256(content).hexdigest() != statement.digest(report_file.REPORT):
            return None, _no_report(f"{file.name} is not the report of this run")
        return report_file.parse(content, file.name), VerificationRow(
            "report", Status.HOLDS, file.name
        )
    except OSError as error:
        return None, _no_report(f"{file.name}: {error.strerror}")
    except ReportError as error:
        return None, _no_report(str(error))


def _no_report(why: str) -> VerificationRow:
    return VerificationRow("report", Status.REFUSED, why)


def _results(statement: Statement, run: Run, declared: ExpectedDeviations | None) -> Iterator[str]:
    """Yield what a certificate says of its run that is not so."""
    if declared is not None and (why := why_none(run, declared)):
        yield f"it earns no certificate: {why}"
    predicate = statement.predicate
    told = predicate.model_dump(by_alias=True)
    result, tests = results_of(run)
    if predicate.result != result:
        yield f"result: {predicate.result}, where {result} follows from {report_file.REPORT}"
    for name, clauses in tests.items():
        for clause in sorted({*clauses} ^ {*told[name]}):
            given = "does not belong" if clause in told[name] else "belongs"
            yield f"{clause} {given} to {name}"
        if len(told[name]) != len({*told[name]}):
            yield f"{name}: a clause is in it twice"
    if run.provenance.wheel_digest != statement.digest("harbor"):
        yield f"{report_file.REPORT} is about another harbor"


def _candidate(statement: Statement, here: Here) -> Iterator[VerificationRow]:
    try:
        files = subject_of(here.spec(), statement.asked.subject)
    except NOT_HERE as error:
        yield VerificationRow("candidate", Status.REFUSED, f"it is not here: {error}")
        return
    yield from row("candidate", differences(statement.subjects, files), _count(files))


def _expected(
    statement: Statement, here: Here
) -> tuple[list[VerificationRow], ExpectedDeviations | None]:
    """Return what becomes of the expected deviations, and those that are here."""
    try:
        file, declared = here.declared()
        files = expected_files(file, declared)
    except (*NOT_HERE, ExpectedFileError) as error:
        return [VerificationRow("expected", Status.REFUSED, f"it is not here: {error}")], None
    holds = f"{len(declared.expected)} declared, {len(declared.pinned)} pinned" if file else "none"
    return list(row("expected", differences(statement.files("expected"), files), holds)), declared


def _surroundings(statement: Statement, told: Provenance) -> Iterator[VerificationRow]:
    """Yield where the run took place on other versions, which is no reason to refuse it."""
    certified = statement.part(Surroundings).annotations
    here = surroundings(told)
    others = [
        f"{name.replace('_', '-')} {here.get(name)} here, {version} in the certificate"
        for name, version in certified.items()
        if version != here.get(name)
    ]
    for other in others:
        yield VerificationRow("surroundings", Status.ELSEWHERE, other)
    if not others:
        yield VerificationRow("surroundings", Status.HOLDS, "the same versions and platform")


def rerun_differences(before: Run, after: Run) -> Iterator[str]:
    """Yield in what a repeated run differs, by the member's path, with both values."""
    members = [one.model_dump() for one in (before, after)]
    if before.provenance != after.provenance:
        for document in members:
            del document["provenance"], document["verdict"]
    yield from _unlike("", *members)


def _unlike(path: str, before: object, after: object) -> Iterator[str]:
    if isinstance(before, dict) and isinstance(after, dict):
        for name in sorted({*before, *after}):
            yield from _unlike(f"{path}.{name}", before.get(name), after.get(name))
    elif before != after:
        one, other = (shorten(str(value), 60) for value in (before, after))
        yield f"{path.removeprefix('.')}: {one} in the report, {other} now"


def _count(files: dict[str, str]) -> str:
    return next(iter(files)) if len(files) == 1 else f"{len(files):,} files"
