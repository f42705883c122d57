"""A certificate: an in-toto statement about a candidate, with the predicate *test result*.

The classes are its form, its documentation and what validates it. It holds digests, the results
and how the candidate was named; all else that a run established is in report.json, whose digest
stands among the others. What only this suite knows stands where the predicate allows it: among
the descriptors of the configuration.
"""

from typing import Annotated, Final, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

from conformance.attestation.files import digest_of

STATEMENT: Final = "https://in-toto.io/Statement/v1"
TEST_RESULT: Final = "https://in-toto.io/attestation/test-result/v0.1"

type Sha256 = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
type ListName = Literal["corpus", "expected", "harbor-conformance"]
type PinnedName = Literal["certificate", "harbor", "report.json"]
type Result = Literal["PASSED", "WARNED", "FAILED"]


class CertificatePart(BaseModel):
    """A part of a statement: nothing but its members, each of exactly its type."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Digest(CertificatePart):
    """The digest of a file, or of a list of files as ``sha256sum`` prints it."""

    sha256: Sha256


class FileDigests(CertificatePart):
    """The SHA-256 of each file by its name, and the digest of the list.

    The files are the suite's, the recorded cases, and those of the expected deviations.
    """

    name: ListName
    digest: Digest
    annotations: dict[str, Sha256]

    @model_validator(mode="after")
    def _of_its_files(self) -> Self:
        if digest_of(self.annotations) != self.digest.sha256:
            raise ValueError(f"the digest of {self.name} is not that of its files")
        return self


class Pinned(CertificatePart):
    """The digest of one thing: the RECORD of harbor's wheel, the report, the certificate itself.

    The last is that of the certificate's text with zeros in its place: it shows a slip of the hand.
    """

    name: PinnedName
    digest: Digest


class Surroundings(CertificatePart):
    """The versions and the platform that answers and inputs depend on."""

    name: Literal["surroundings"] = "surroundings"
    annotations: dict[str, str]


class Asked(CertificatePart):
    """How the candidate was named on the command line, by name or by command, to be run again."""

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
        """What the candidate is called."""
        return str(self.command if self.candidate is None else self.candidate)


class CertifiedCommand(CertificatePart):
    """The command line of the run."""

    name: Literal["command"] = "command"
    annotations: Asked


class Subject(CertificatePart):
    """One file of the candidate."""

    name: Annotated[str, StringConstraints(min_length=1)]
    digest: Digest


type Descriptor = Annotated[
    FileDigests | Pinned | Surroundings | CertifiedCommand, Field(discriminator="name")
]

_NEEDED = {
    "certificate",
    "command",
    "corpus",
    "harbor",
    "harbor-conformance",
    "report.json",
    "surroundings",
}


class Predicate(CertificatePart):
    """The test result: clauses are the tests, and those with a declared deviation warn."""

    configuration: tuple[Descriptor, ...]
    result: Result
    passed: tuple[str, ...] = Field(alias="passedTests")
    warned: tuple[str, ...] = Field(alias="warnedTests")
    failed: tuple[str, ...] = Field(alias="failedTests")

    @model_validator(mode="after")
    def _each_descriptor_once(self) -> Self:
        names = [one.name for one in self.configuration]
        if missing := sorted(_NEEDED - {*names}):
            raise ValueError(f"configuration lacks {missing[0]}")
        if names != sorted(set(names)):
            raise ValueError("configuration has to name each of its descriptors once, sorted")
        return self


class Statement(CertificatePart):
    """A certificate."""

    type_: Literal["https://in-toto.io/Statement/v1"] = Field(default=STATEMENT, alias="_type")
    subject: Annotated[tuple[Subject, ...], Field(min_length=1)]
    predicate_type: Literal["https://in-toto.io/attestation/test-result/v0.1"] = Field(
        default=TEST_RESULT, alias="predicateType"
    )
    predicate: Predicate

    @model_validator(mode="after")
    def _each_file_once(self) -> Self:
        names = [one.name for one in self.subject]
        if names != sorted(set(names)):
            raise ValueError("subject has to name each file once, sorted")
        return self

    def part[Kind: CertificatePart](self, kind: type[Kind]) -> Kind:
        """Return the descriptor of a kind, of which every certificate has one."""
        return next(one for one in self.predicate.configuration if isinstance(one, kind))

    def digest(self, name: str) -> str:
        """Return the SHA-256 of what is pinned under a name."""
        pinned = (one for one in self.predicate.configuration if isinstance(one, Pinned))
        return next(one.digest.sha256 for one in pinned if one.name == name)

    def files(self, name: str) -> dict[str, str]:
        """Return the SHA-256 of the files of a descriptor; empty where there is none."""
        lists = (one for one in self.predicate.configuration if isinstance(one, FileDigests))
        return next((one.annotations for one in lists if one.name == name), {})

    @property
    def asked(self) -> Asked:
        """How the candidate was named."""
        return self.part(CertifiedCommand).annotations

    @property
    def subjects(self) -> dict[str, str]:
        """The SHA-256 of the candidate's files by their names."""
        return {one.name: one.digest.sha256 for one in self.subject}
