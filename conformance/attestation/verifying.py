"""Holds a certificate against what is here: member by member, each with what was found."""

import hashlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from conformance.attestation.descriptors import (
    Corpus,
    Files,
    Harbor,
    Report,
    Suite,
    Surroundings,
)
from conformance.attestation.files import differences, digest_of
from conformance.attestation.holding import contradictions
from conformance.attestation.issuing import ledger_files
from conformance.attestation.statement import Statement
from conformance.attestation.subject import NOT_HERE, subject_of
from conformance.attestation.surroundings import recorded_cases, suite, surroundings
from conformance.implementations.start import CandidateSpec, Provenance, verify_provenance
from conformance.ledger.ledger import Ledger, LedgerError


class Status(StrEnum):
    """What came of holding a member against what is here."""

    HOLDS = "holds"
    REFUSED = "refused"
    ELSEWHERE = "elsewhere"
    UNCHECKED = "not checked"


AGAIN = "again"
"""What the row of a repeated run is about."""


@dataclass(frozen=True, slots=True)
class Row:
    """What of a certificate was looked at, and what came of it."""

    subject: str
    status: Status
    detail: str


@dataclass(frozen=True, slots=True)
class Here:
    """What a certificate is held against: its candidate and ledger, and the report beside it."""

    spec: Callable[[], CandidateSpec]
    ledger: Callable[[], tuple[Path | None, Ledger]]
    report: Path


def rows_of(statement: Statement, here: Here) -> Iterator[Row]:
    """Yield what becomes of each member of a certificate; nothing that it names is run.

    Raises UntrustedOracleError where the harbor that is here cannot stand for the wheel.
    """
    told = verify_provenance()
    clauses = sum(len(one.clauses) for one in statement.run.operations.values())
    yield from _suite(statement)
    yield from _corpus(statement)
    yield from _harbor(statement, told)
    yield from row("run", contradictions(statement), f"{clauses:,} clauses, none skipped")
    yield from _candidate(statement, here)
    yield from _ledger(statement, here)
    yield _report(statement, here.report)
    yield from _surroundings(statement, told)


def refused(rows: Iterable[Row]) -> list[Row]:
    """Return the rows for which a certificate is refused."""
    return [one for one in rows if one.status is Status.REFUSED]


def row(subject: str, wrong: Iterable[str], holds: str) -> Iterator[Row]:
    """Yield a refusal for each thing that is wrong, or that all holds."""
    refusals = [Row(subject, Status.REFUSED, what) for what in wrong]
    yield from refusals or [Row(subject, Status.HOLDS, holds)]


def _suite(statement: Statement) -> Iterator[Row]:
    certified, here = statement.part(Suite), suite()
    version, other = here.annotations.version, certified.annotations.version
    wrong = [] if version == other else [f"version {version} here, {other} in the certificate"]
    wrong += _files(certified.annotations, certified.digest.sha256, here.annotations.files)
    yield from row("suite", wrong, f"version {version}, {_count(here.annotations.files)}")


def _corpus(statement: Statement) -> Iterator[Row]:
    certified, here = statement.part(Corpus), recorded_cases().annotations.files
    wrong = _files(certified.annotations, certified.digest.sha256, here)
    yield from row("corpus", wrong, _count(here))


def _files(certified: Files, digest: str, here: dict[str, str]) -> list[str]:
    wrong = list(differences(certified.files, here))
    if digest_of(certified.files) != digest:
        wrong.append("its digest is not that of its files")
    return wrong


def _harbor(statement: Statement, told: Provenance) -> Iterator[Row]:
    certified = statement.part(Harbor)
    wrong = []
    if told.harbor != certified.annotations.version:
        version = certified.annotations.version
        wrong.append(f"version {told.harbor} here, {version} in the certificate")
    if told.wheel_digest != certified.digest.sha256:
        wrong.append("the certificate has the digest of another wheel")
    yield from row("harbor", wrong, f"version {told.harbor}, every file as in the wheel")


def _candidate(statement: Statement, here: Here) -> Iterator[Row]:
    try:
        files = subject_of(here.spec(), statement.run.asked.subject)
    except NOT_HERE as error:
        yield Row("candidate", Status.REFUSED, f"it is not here: {error}")
        return
    yield from row("candidate", differences(statement.subjects, files), _count(files))


def _ledger(statement: Statement, here: Here) -> Iterator[Row]:
    certified = statement.ledger
    try:
        file, ledger = here.ledger()
        files = ledger_files(file, ledger)
    except (*NOT_HERE, LedgerError) as error:
        yield Row("ledger", Status.REFUSED, f"it is not here: {error}")
        return
    titles = tuple(entry.title for entry in ledger.expected)
    wrong = ["there is one here, and none in the certificate"] if file else []
    if certified is not None:
        notes = certified.annotations
        wrong = _files(notes, certified.digest.sha256, files)
        if not wrong and (notes.deviations, notes.pinned) != (titles, len(ledger.pinned)):
            wrong = ["the certificate lists other entries than the file"]
    holds = f"{len(titles)} declared, {len(ledger.pinned)} pinned" if file else "there is none"
    yield from row("ledger", wrong, holds)


def _report(statement: Statement, file: Path) -> Row:
    try:
        content = file.read_bytes()
    except OSError as error:
        return Row("report", Status.UNCHECKED, f"{file.name}: {error.strerror}")
    if hashlib.sha256(content).hexdigest() != statement.part(Report).digest.sha256:
        return Row("report", Status.REFUSED, f"{file.name} is not the report of this run")
    return Row("report", Status.HOLDS, file.name)


def _surroundings(statement: Statement, told: Provenance) -> Iterator[Row]:
    """Yield where the run took place on other versions, which is no reason to refuse it."""
    certified = statement.part(Surroundings).annotations.model_dump()
    here = surroundings(told).annotations.model_dump()
    others = [
        f"{name.replace('_', '-')} {here[name]} here, {version} in the certificate"
        for name, version in certified.items()
        if version != here[name]
    ]
    for other in others:
        yield Row("surroundings", Status.ELSEWHERE, other)
    if not others:
        yield Row("surroundings", Status.HOLDS, "the same versions and platform")


def _count(files: dict[str, str]) -> str:
    return next(iter(files)) if len(files) == 1 else f"{len(files):,} files"
