"""A certificate: an in-toto statement about a candidate, with the predicate *test result*.

The classes are its form, its documentation and what validates it. It holds digests, the results
and how the candidate was named; all else that a run established is in report.json, whose digest
stands among the others. What only this suite knows stands where the predicate allows it: among
the descriptors of the configuration.
"""

from typing import Annotated, Final, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

STATEMENT: Final = "https://in-toto.io/Statement/v1"
TEST_RESULT: Final = "https://in-toto.io/attestation/test-result/v0.1"

type Sha256 = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
type Result = Literal["PASSED", "WARNED", "FAILED"]


class Part(BaseModel):
    """A part of a statement: nothing but its members, each of exactly its type."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Digest(Part):
    """The digest of a file, or of a list of files as ``sha256sum`` prints it."""

    sha256: Sha256


class Files(Part):
    """The SHA-256 of each file by its name."""

    files: dict[str, Sha256]


class SuiteNotes(Files):
    """The suite's own files, and its version."""

    version: str


class Suite(Part):
    """What asked the questions and judged the answers."""

    name: Literal["harbor-conformance"] = "harbor-conformance"
    digest: Digest
    annotations: SuiteNotes


class Corpus(Part):
    """The recorded cases."""

    name: Literal["corpus"] = "corpus"
    digest: Digest
    annotations: Files


class HarborNotes(Part):
    """The release of harbor."""

    version: str


class Harbor(Part):
    """The oracle; the digest is that of the RECORD of its wheel, to which its files were held."""

    name: Literal["harbor"] = "harbor"
    digest: Digest
    annotations: HarborNotes


class ExpectedDescriptor(Part):
    """The file of expected deviations and the modules of its predictions."""

    name: Literal["expected"] = "expected"
    digest: Digest
    annotations: Files


class SurroundingsNotes(Part):
    """What else answers and questions depend on."""

    python: str
    pydantic: str
    pydantic_core: str
    hypothesis: str
    system: str
    machine: str
    libc: str


class Surroundings(Part):
    """Where the run took place."""

    name: Literal["surroundings"] = "surroundings"
    annotations: SurroundingsNotes


class ReportFile(Part):
    """The report of the same run, which says all that the run established."""

    name: Literal["report.json"] = "report.json"
    digest: Digest


class Asked(Part):
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


class Command(Part):
    """The command line of the run."""

    name: Literal["command"] = "command"
    annotations: Asked


class Whole(Part):
    """The certificate's own digest, so that a slip of the hand is noticed."""

    name: Literal["certificate"] = "certificate"
    digest: Digest


class Subject(Part):
    """One file of the candidate."""

    name: Annotated[str, StringConstraints(min_length=1)]
    digest: Digest


type Descriptor = Annotated[
    Suite | Corpus | Harbor | ExpectedDescriptor | Surroundings | ReportFile | Command | Whole,
    Field(discriminator="name"),
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


class Predicate(Part):
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


class Statement(Part):
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

    def part[Kind: Part](self, kind: type[Kind]) -> Kind:
        """Return the descriptor of a kind of which every certificate has one."""
        return next(one for one in self.predicate.configuration if isinstance(one, kind))

    @property
    def asked(self) -> Asked:
        """How the candidate was named."""
        return self.part(Command).annotations

    @property
    def declared(self) -> dict[str, str]:
        """The files of the expected deviations, where the candidate has one."""
        files = (one for one in self.predicate.configuration if isinstance(one, ExpectedDescriptor))
        return next((one.annotations.files for one in files), {})

    @property
    def subjects(self) -> dict[str, str]:
        """The SHA-256 of the candidate's files by their names."""
        return {one.name: one.digest.sha256 for one in self.subject}
