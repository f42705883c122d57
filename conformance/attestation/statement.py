"""A certificate: an in-toto statement about a candidate, with the predicate *test result*.

The classes are its form, its documentation and what validates it. What only this suite knows
stands where the predicate allows it: among the descriptors of the configuration.
"""

from typing import Annotated, Final, Literal, Self

from pydantic import Field, StringConstraints, model_validator

from conformance.attestation.descriptors import (
    Corpus,
    Digest,
    Harbor,
    LedgerFile,
    Members,
    Part,
    Report,
    Suite,
    Surroundings,
)
from conformance.attestation.run_notes import Run, RunNotes

STATEMENT: Final = "https://in-toto.io/Statement/v1"
TEST_RESULT: Final = "https://in-toto.io/attestation/test-result/v0.1"

type Name = Annotated[str, StringConstraints(min_length=1)]


class Subject(Part):
    """One file of the candidate."""

    name: Name
    digest: Digest


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
