"""What a certificate says that its run rests on: one descriptor each, in its configuration."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

type Sha256 = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
type Count = Annotated[int, Field(ge=0, le=2**53)]


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


class Members(Part):
    """The SHA-256 of every other member as it is written, so that what was edited has a name."""

    name: Literal["members"] = "members"
    annotations: dict[str, Sha256]
