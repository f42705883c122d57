"""Makes a certificate again from its report.json and the local files, and compares the two."""

import hashlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice, zip_longest
from pathlib import Path

from conformance.attestation.certificate import (
    AROUND,
    CANDIDATE,
    OWN,
    RUN,
    Basis,
    Parts,
    certificate_of,
    packages_in,
    parts_of,
    why_none,
)
from conformance.attestation.files import differences
from conformance.attestation.subject import NOT_HERE
from conformance.attestation.surroundings import surroundings
from conformance.certification import report_file
from conformance.certification.report import Run
from conformance.certification.report_file import REPORT, ReportError, json_differences
from conformance.diagnosis.expected.deviations import ExpectedDeviations, ExpectedFileError
from conformance.implementations.installed_harbor import published_wheel
from conformance.implementations.start import verify_provenance
from conformance.protocol.show import shorten


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


type Local = Callable[[Run], tuple[Basis, ExpectedDeviations]]
"""Returns the files that a run depends on as they are here, and the expected deviations.

It raises the errors of ``NOT_HERE`` and ExpectedFileError.
"""


def rows_of(text: str, report: Path, local: Local) -> tuple[list[VerificationRow], Run | None]:
    """Return the result for each part of a certificate, and its run, without starting anything.

    Raises UntrustedOracleError if the local harbor is not the published wheel, and RefusedError if
    the text is not a certificate.
    """
    told, certified = verify_provenance(), parts_of(text)
    run, content, why = _report(certified, report)
    if run is None:
        return [*row(REPORT, [why], "")], None
    try:
        files, declared = local(run)
    except (*NOT_HERE, ExpectedFileError) as error:
        return [*row(CANDIDATE, [f"it is not here: {error}"], "")], run
    around, packages = certified[AROUND], packages_in(certified)
    again = certificate_of(run, content, files, around, packages)
    rows = [*_compared(certified, parts_of(again), run, why_none(run, declared))]
    if not refused(rows):
        rows = [*row(OWN, _edits(text, again), "every byte as certify writes it"), *rows]
    others = differences(around, {name: surroundings(told).get(name) for name in around})
    rows += row(AROUND, others, "the same versions and platform", Status.ELSEWHERE)
    return rows, run


def _compared(certified: Parts, here: Parts, run: Run, why: str) -> Iterator[VerificationRow]:
    """Yield the result for each part; ``why`` says why the run earns no certificate.

    Of harbor's wheel, the published digest counts. Nothing is installed for it.
    """
    here["harbor"]["sha256"] = published_wheel(run.provenance.harbor)
    holds = {
        RUN: f"{len(run.clauses):,} clauses, none skipped",
        "command": run.repeat,
        "harbor": f"version {run.provenance.harbor}, the published wheel",
        "level": f"{run.level} is required",
        REPORT: "the report of this run",
    }
    for name in dict.fromkeys([*here, *certified]):
        own = here.get(name, {})
        wrong = differences(certified.get(name, {}), own)
        if name == RUN and why:
            wrong = iter([f"it earns no certificate: {why}"])
        files = next(iter(own)) if len(own) == 1 else f"{len(own):,} files"
        if name not in {OWN, AROUND}:
            yield from row(name, wrong, holds.get(name, files))


def refused(rows: Iterable[VerificationRow]) -> list[VerificationRow]:
    """Return the rows for which a certificate is refused."""
    return [one for one in rows if one.status is Status.REFUSED]


def row(
    subject: str, wrong: Iterable[str], holds: str, status: Status = Status.REFUSED
) -> Iterator[VerificationRow]:
    """Yield a row for each error, or one that says that everything holds."""
    rows = [VerificationRow(subject, status, what) for what in wrong]
    yield from rows or [VerificationRow(subject, Status.HOLDS, holds)]


def _report(certified: Parts, file: Path) -> tuple[Run | None, bytes, str]:
    """Return the run of a certificate, from its report, or why there is none."""
    try:
        content = file.read_bytes()
        if certified[REPORT].get("sha256") != hashlib.sha256(content).hexdigest():
            return None, content, "it is not the report of this run"
        return report_file.parse(content, file.name), content, ""
    except OSError as error:
        return None, b"", str(error.strerror)
    except ReportError as error:
        return None, b"", str(error)


def _edits(text: str, again: str) -> Iterator[str]:
    """Yield the first line that is not as certify writes it."""
    lines = zip_longest(again.splitlines(keepends=True), text.splitlines(keepends=True))
    numbers = (number for number, (one, other) in enumerate(lines, 1) if one != other)
    yield from (f"line {number} is not as certify writes it" for number in islice(numbers, 1))


def rerun_differences(before: Run, after: Run) -> Iterator[str]:
    """Yield the differences of a repeated run, by the field's path, with both values."""
    one, other = before.model_dump(), after.model_dump()
    if before.provenance != after.provenance:
        for document in (one, other):
            del document["provenance"], document["verdict"]
    for path, *values in json_differences(one, other):
        told, now = (shorten(str(value), 60) for value in values)
        yield f"{path}: {told} in the report, {now} now"
