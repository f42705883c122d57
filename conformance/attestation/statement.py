"""A certificate: an in-toto statement about a candidate, with the predicate *test result*.

The classes are its form, its documentation and what validates it. What only this suite knows
stands where the predicate allows it: among the descriptors of the configuration.
"""

from typing import Annotated, Final, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

STATEMENT: Final = "https://in-toto.io/Statement/v1"
TEST_RESULT: Final = "https://in-toto.io/attestation/test-result/v0.1"

type Sha256 = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
type Count = Annotated[int, Field(ge=0, le=2**53)]
type AgreementWord = Literal["divergent", "equal", "exact"]
type Name = Annotated[str, StringConstraints(min_length=1)]


class Part(BaseModel):
    """A part of a statement: nothing but its members, each of exactly its type."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Digest(Part):
    """The digest of a file, or of a list of files as ``sha256sum`` prints it."""

    sha256: Sha256


class Subject(Part):
    """One file of the candidate."""

    name: Name
    digest: Digest


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


class LedgerNotes(Files):
    """What a ledger declares: its entries by their titles, and how many cases are pinned."""

    deviations: tuple[str, ...]
    pinned: Count


class LedgerFile(Part):
    """The ledger and the modules of its predictions."""

    name: Literal["ledger"] = "ledger"
    digest: Digest
    annotations: LedgerNotes


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


class Report(Part):
    """The report of the same run."""

    name: Literal["report.json"] = "report.json"
    digest: Digest


class Asked(Part):
    """How the candidate was named on the command line, by name or by command, to be asked again."""

    candidate: str | None
    command: str | None
    python: str | None
    env: tuple[str, ...]
    timeout: Annotated[float, Field(gt=0, allow_inf_nan=False)]
    ledger: str | None
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


class ScopeNotes(Part):
    """The operations that were asked and those that the candidate does not announce.

    Nothing is left out of the claimed ones: there is no certificate of a narrowed run.
    """

    claimed: Annotated[tuple[str, ...], Field(min_length=1)]
    not_claimed: tuple[str, ...]
    restrictions: tuple[()] = ()


class OperationNotes(Part):
    """The counts of one operation; ``clauses`` has the cases of each."""

    agreement: AgreementWord
    cases: Count
    divergences: Count
    clauses: dict[str, Count]


class CauseNotes(Part):
    """One thing that is wrong with the candidate: deviations, and what they explain."""

    deviations: tuple[str, ...]
    habit: str
    clauses: tuple[str, ...]
    explained: Count
    cases: Count


class UnexplainedNotes(Part):
    """What diverges for no known cause."""

    cases: Count
    clauses: tuple[str, ...]


class RunNotes(Part):
    """What was asked, and what came of it; the seed as text, since it has any number of digits."""

    asked: Asked
    version: str
    profile: Literal["quick", "default", "deep"]
    seed: Annotated[str, StringConstraints(pattern=r"^[0-9]{1,4300}$")]
    exact: bool
    scope: ScopeNotes
    agreement: AgreementWord
    cases: Count
    checks: Count
    operations: dict[str, OperationNotes]
    causes: tuple[CauseNotes, ...]
    unexplained: UnexplainedNotes
    stale: tuple[str, ...]


class Run(Part):
    """The run itself."""

    name: Literal["run"] = "run"
    annotations: RunNotes


class Members(Part):
    """The SHA-256 of every other member as it is written, so that what was edited has a name."""

    name: Literal["members"] = "members"
    annotations: dict[str, Sha256]


type Descriptor = Annotated[
    Suite | Corpus | Harbor | LedgerFile | Surroundings | Report | Run | Members,
    Field(discriminator="name"),
]


class Predicate(Part):
    """The test result: clauses are the tests, and those with a declared deviation warn."""

    configuration: tuple[Descriptor, ...]
    result: Literal["PASSED", "WARNED", "FAILED"]
    passed: tuple[str, ...] = Field(alias="passedTests")
    warned: tuple[str, ...] = Field(alias="warnedTests")
    failed: tuple[str, ...] = Field(alias="failedTests")

    @model_validator(mode="after")
    def _each_descriptor_once(self) -> Self:
        names = [one.name for one in self.configuration]
        needed = {"members", "harbor-conformance", "corpus", "harbor", "surroundings", "run"}
        if missing := sorted({*needed, "report.json"} - {*names}):
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
        """Return the descriptor of a kind; every certificate has one of each but the ledger."""
        return next(one for one in self.predicate.configuration if isinstance(one, kind))

    @property
    def run(self) -> RunNotes:
        """What was asked, and what came of it."""
        return self.part(Run).annotations

    @property
    def ledger(self) -> LedgerFile | None:
        """The ledger, where the candidate has one."""
        ledgers = (one for one in self.predicate.configuration if isinstance(one, LedgerFile))
        return next(ledgers, None)

    @property
    def subjects(self) -> dict[str, str]:
        """The SHA-256 of the candidate's files by their names."""
        return {one.name: one.digest.sha256 for one in self.subject}
