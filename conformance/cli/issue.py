"""What ``certify --report`` leaves for others: a certificate, or what the run is instead."""

import sys
from dataclasses import dataclass
from pathlib import Path

from conformance.attestation.certificate import Asked, Basis, Certificate
from conformance.attestation.files import text_of
from conformance.attestation.issuing import basis_of, certificate_of, why_none, why_unheld
from conformance.attestation.statement import to_text
from conformance.certification.report import Run
from conformance.certification.request import Request
from conformance.cli.errors import UsageError
from conformance.cli.options import expected_file
from conformance.protocol import show

CERTIFICATE, NO_CERTIFICATE = "certificate.json", "no-certificate.txt"
"""What is written to a report's folder: one of the two, never both."""


@dataclass(frozen=True, slots=True)
class Issue:
    """A certificate to be: what was asked for, and what it rested on before the run."""

    request: Request
    asked: Asked
    expected: Path | None
    before: Basis | str

    def certificate(self, run: Run, report: str) -> Certificate | str:
        """Return the certificate of the run with this report, or why there is none."""
        if why := why_none(run, self.request.declared):
            return why
        after = _basis(self.request, self.asked, self.expected)
        if why := why_unheld(self.before, after):
            return why
        assert isinstance(after, Basis)  # noqa: S101 - what was held
        return certificate_of(run, self.asked, after, report)


def asked_of(  # noqa: PLR0913, PLR0917 - one parameter an option
    candidate: str | None,
    command: str | None,
    python: str | None,
    env: list[str] | None,
    timeout: float,
    expected: Path | None,
    subject: list[str] | None,
) -> Asked:
    """Return what the command line names, as text that any program can read back."""
    return Asked(
        candidate=None if candidate is None else text_of(candidate),
        command=None if command is None else text_of(command),
        python=None if python is None else text_of(python),
        env=tuple(map(text_of, env or ())),
        timeout=timeout,
        expected=None if expected is None else text_of(str(expected)),
        subject=tuple(map(text_of, subject or ())),
    )


def opened(request: Request, asked: Asked, expected: Path | None) -> Issue:
    """Return what becomes a certificate, before anything is asked.

    ``expected`` is the file that an option names; a candidate of this repository has its own.
    """
    file = expected_file(request.spec, expected)
    return Issue(request, asked, file, _basis(request, asked, file))


def refuse_inside(folder: Path, subject: list[str]) -> None:
    """Raise UsageError where reports would be written into what is certified."""
    for given in subject:
        if folder.resolve().is_relative_to(Path(given).resolve()):
            raise UsageError(f"--report {folder} lies in --subject {given}: give another folder")


def written(issued: Certificate | str) -> tuple[str, str]:
    """Return the file's name and text for a certificate, or for what a run is instead."""
    if isinstance(issued, Certificate):
        return CERTIFICATE, to_text(issued)
    return NO_CERTIFICATE, f"No certificate of this run. {show.printable(issued)}\n"


def tell(folder: Path, issued: Certificate | str) -> None:
    """Say on standard error what was written, and of which files it speaks."""
    line = f"No certificate. {issued}"
    if isinstance(issued, Certificate):
        files = issued.files.candidate
        what = f"{len(files):,} files" if len(files) > 1 else next(iter(files))
        line = f"Certificate: {folder / CERTIFICATE}: {issued.result}, of {what}"
    print(show.printable(line), file=sys.stderr)  # noqa: T201 - the command line


def _basis(request: Request, asked: Asked, expected: Path | None) -> Basis | str:
    return basis_of(request.spec, asked.subject, expected, request.declared)
