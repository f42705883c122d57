"""The content of a certificate: digests, results, and the candidate's name.

Everything else that a run established is in report.json, whose digest is included.
"""

from collections.abc import Iterator
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

from conformance.attestation.files import differences
from conformance.certification.report_parts import Rated

type Sha256 = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
type Listed = dict[str, Sha256]
type Result = Literal["PASSED", "WARNED", "FAILED"]


class CertificatePart(BaseModel):
    """A part of a certificate: only its fields, each of exactly its type."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Basis(CertificatePart):
    """The SHA-256 of the files that a run depends on, by their names."""

    candidate: Annotated[Listed, Field(min_length=1)]
    expected: Listed
    suite: Listed
    corpus: Listed

    def changes(self, after: "Basis") -> Iterator[str]:
        """Yield what has changed."""
        for name in Basis.model_fields:
            yield from differences(getattr(self, name), getattr(after, name))


class Asked(CertificatePart):
    """The candidate on the command line, a name or a command, for running it again."""

    candidate: str | None
    command: str | None
    python: str | None
    env: tuple[str, ...]
    timeout: Annotated[float, Field(gt=0, allow_inf_nan=False)]
    expected: str | None
    subject: tuple[str, ...]

    @model_validator(mode="after")
    def _by_one_name(self) -> Self:
        if (self.candidate is None) == (self.command is None):
            raise ValueError("the candidate needs a name or a command, and not both")
        return self

    @property
    def name(self) -> str:
        """The name of the candidate."""
        return str(self.command if self.candidate is None else self.candidate)


class Certificate(CertificatePart):
    """A certificate: clauses are the tests, and those with a declared deviation warn.

    ``level`` is the required one: clauses beyond it that failed are among the failed tests.
    ``harbor`` is the SHA-256 of the RECORD of the wheel of ``release``, and ``report`` that of
    report.json. ``environment`` has the packages around another release than 0.13.1.
    ``surroundings`` has the versions and the platform that answers and inputs depend on.
    """

    files: Basis
    command: Asked
    level: Rated
    result: Result
    passed: tuple[str, ...]
    warned: tuple[str, ...]
    failed: tuple[str, ...]
    release: Annotated[str, StringConstraints(pattern=r"^[0-9][0-9a-z.]*$")]
    harbor: Sha256
    environment: dict[str, str]
    report: Sha256
    surroundings: dict[str, str]
