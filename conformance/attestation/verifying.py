"""Compares a certificate with the local state, in a row for each part."""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from conformance.attestation.certificate import Certificate
from conformance.attestation.files import Digests, differences
from conformance.attestation.issuing import expected_files, results_of, why_none
from conformance.attestation.subject import NOT_HERE, subject_of
from conformance.attestation.surroundings import corpus_digests, suite_digests, surroundings
from conformance.certification import report_file
from conformance.certification.report import Run
from conformance.certification.report_file import REPORT, ReportError, json_differences
from conformance.diagnosis.expected.deviations import ExpectedDeviations, ExpectedFileError
from conformance.implementations.installed_harbor import published_wheel
from conformance.implementations.start import CandidateSpec, verify_provenance
from conformance.protocol.show import shorten
from conformance.protocol.values import HARBOR_VERSION


class Status(StrEnum):
    """The result of comparing a part of a certificate."""

    HOLDS = "holds"
    REFUSED = "refused"
    ELSEWHERE = "elsewhere"
    UNCHECKED = "not checked"


AGAIN = "again"
"""The title of the row for a repeated run."""


@dataclass(frozen=True, slots=True)
class VerificationRow:
    """A checked part of a certificate, and the result."""

    subject: str
    status: Status
    detail: str


@dataclass(frozen=True, slots=True)
class Here:
    """The local counterparts of a certificate: candidate, expected deviations and report."""

    spec: Callable[[], CandidateSpec]
    declared: Callable[[], tuple[Path | None, ExpectedDeviations]]
    report: Path


def rows_of(certificate: Certificate, here: Here) -> tuple[list[VerificationRow], Run | None]:
    """Return the result for each part of a certificate, and its run, without starting anything.

    Raises UntrustedOracleError if the local harbor is not the published wheel.
    """
    told, files = verify_provenance(), certificate.files
    run, wrong = _report(certificate, here.report)
    of_expected, declared = _expected(certificate, here)
    rows = [
        *_listed("suite", files.suite, suite_digests()),
        *_listed("corpus", files.corpus, corpus_digests()),
        *_harbor(certificate),
        *row("report", wrong, here.report.name),
    ]
    if run is not None:
        contradictions = _results(certificate, run, declared)
        rows += row("run", contradictions, f"{len(run.clauses):,} clauses, none skipped")
    around = certificate.surroundings, surroundings(told)
    rows += [*_candidate(certificate, here), *of_expected]
    rows += compared("surroundings", *around, "the same versions and platform")
    return rows, run


def refused(rows: Iterable[VerificationRow]) -> list[VerificationRow]:
    """Return the rows for which a certificate is refused."""
    return [one for one in rows if one.status is Status.REFUSED]


def row(
    subject: str, wrong: Iterable[str], holds: str, status: Status = Status.REFUSED
) -> Iterator[VerificationRow]:
    """Yield a row for each error, or one that says that everything holds."""
    rows = [VerificationRow(subject, status, what) for what in wrong]
    yield from rows or [VerificationRow(subject, Status.HOLDS, holds)]


def _harbor(certificate: Certificate) -> Iterator[VerificationRow]:
    """Compare the digest of harbor's wheel with the published one; nothing is installed for it."""
    release, published = certificate.release, published_wheel(certificate.release)
    unknown = f"the wheel of harbor {release} is not known to this project"
    other = "the certificate has the digest of another wheel"
    wrong = [] if published == certificate.harbor else [other if published else unknown]
    is_here = release == HARBOR_VERSION
    how = "every file as in the wheel" if is_here else "the published wheel by its digest"
    return row("harbor", wrong, f"version {release}, {how}")


def _listed(subject: str, certified: Digests, here: Digests) -> Iterator[VerificationRow]:
    count = next(iter(here)) if len(here) == 1 else f"{len(here):,} files"
    return row(subject, differences(certified, here), count)


def _report(certificate: Certificate, file: Path) -> tuple[Run | None, list[str]]:
    """Return the run of a certificate from its report, or why there is none."""
    try:
        content = file.read_bytes()
        if hashlib.sha256(content).hexdigest() != certificate.report:
            return None, [f"{file.name} is not the report of this run"]
        return report_file.parse(content, file.name), []
    except OSError as error:
        return None, [f"{file.name}: {error.strerror}"]
    except ReportError as error:
        return None, [str(error)]


def _results(
    certificate: Certificate, run: Run, declared: ExpectedDeviations | None
) -> Iterator[str]:
    """Yield the false statements of a certificate about its run."""
    if declared is not None and (why := why_none(run, declared)):
        yield f"it earns no certificate: {why}"
    if certificate.level != run.level:
        yield f"level: {certificate.level}, where {run.level} was required"
    result, tests = results_of(run)
    if certificate.result != result:
        yield f"result: {certificate.result}, where {result} follows from {REPORT}"
    for name, clauses in tests.items():
        listed: tuple[str, ...] = getattr(certificate, name)
        for clause in sorted({*clauses} ^ {*listed}):
            given = "does not belong" if clause in listed else "belongs"
            yield f"{clause} {given} to {name}Tests"
        if listed != tuple(sorted({*listed})):
            yield f"{name}Tests: its clauses are not in order, or one is in it twice"
    told = run.provenance.harbor, run.provenance.wheel_digest
    if told != (certificate.release, certificate.harbor):
        yield f"{REPORT} is about another harbor"


def _candidate(certificate: Certificate, here: Here) -> Iterator[VerificationRow]:
    try:
        files = subject_of(here.spec(), certificate.command.subject)
    except NOT_HERE as error:
        return row("candidate", [f"it is not here: {error}"], "")
    return _listed("candidate", certificate.files.candidate, files)


def _expected(
    certificate: Certificate, here: Here
) -> tuple[Iterator[VerificationRow], ExpectedDeviations | None]:
    """Return the result for the expected deviations, and the local ones."""
    try:
        file, declared = here.declared()
        files = expected_files(file, declared)
    except (*NOT_HERE, ExpectedFileError) as error:
        return row("expected", [f"it is not here: {error}"], ""), None
    holds = f"{len(declared.expected)} declared, {len(declared.pinned)} pinned" if file else "none"
    return row("expected", differences(certificate.files.expected, files), holds), declared


def compared(
    subject: str, certified: Mapping[str, str], here: Mapping[str, str], holds: str
) -> Iterator[VerificationRow]:
    """Yield which versions differ here, which is no reason to refuse a run."""
    others = [
        f"{name.replace('_', '-')} {here.get(name)} here, {version} in the certificate"
        for name, version in certified.items()
        if version != here.get(name)
    ]
    return row(subject, others, holds, Status.ELSEWHERE)


def rerun_differences(before: Run, after: Run) -> Iterator[str]:
    """Yield the differences of a repeated run, by the field's path, with both values."""
    one, other = before.model_dump(), after.model_dump()
    if before.provenance != after.provenance:
        for document in (one, other):
            del document["provenance"], document["verdict"]
    for path, *values in json_differences(one, other):
        told, now = (shorten(str(value), 60) for value in values)
        yield f"{path}: {told} in the report, {now} now"
