"""A run as its report.json has it, read back through a checked form."""

import json
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from conformance.protocol import show

REPORT = "report.json"
"""What stands for a folder that ``certify --report`` wrote."""

FORM = 1
"""The version of the form that is read."""

LARGEST = 64 * 2**20
"""Bytes beyond which a file is not read."""

type Amount = Annotated[int, Field(ge=0)]


class ReportError(Exception):
    """A report cannot be read; the message says which, and why."""


class _Read(BaseModel):
    """Members that are not named here come with later versions, and are passed over."""

    model_config = ConfigDict(frozen=True, strict=True, extra="ignore")


class Counts(_Read):
    """The counts of a clause."""

    passed: bool
    agreement: Literal["exact", "equal", "divergent"]
    complete: bool
    cases: Amount
    divergences: Amount


class OperationCounts(Counts):
    """The counts of an operation, and of each of its clauses."""

    clauses: dict[str, Counts]


class Candidate(_Read):
    """Who was asked."""

    name: str
    version: str


class Scope(_Read):
    """What the run was about, as ``certification.scope`` has it."""

    claimed: tuple[str, ...]
    not_claimed: tuple[str, ...]
    not_asked: tuple[str, ...]
    restrictions: tuple[str, ...]


class Found(_Read):
    """A divergence: the smallest case of a clause and kind."""

    clause: str
    kind: str
    asked: str
    repeat: str


class Cause(_Read):
    """What is wrong with the candidate."""

    deviations: tuple[str, ...]
    habit: str
    clauses: tuple[str, ...]
    alike: tuple[str, ...]


class Unexplained(_Read):
    """Where no cause explains the divergences."""

    clauses: tuple[str, ...]


class Declared(_Read):
    """What the ledger declares."""

    entry: str


class Provenance(_Read):
    """What harbor's answers rest on."""

    harbor: str
    wheel_digest: str
    python: str
    pydantic: str
    pydantic_core: str


class Report(_Read):
    """A run: what ``docs/report.md`` describes, as far as runs are compared and shown."""

    report: Literal[1]
    suite: str
    conformant: bool
    complete: bool
    verdict: str
    exit_code: int
    candidate: Candidate
    scope: Scope
    profile: str
    seed: Amount
    cases: Amount
    divergences: Amount
    operations: dict[str, OperationCounts]
    declared: tuple[Declared, ...]
    stale: tuple[str, ...]
    causes: tuple[Cause, ...]
    unexplained: Unexplained
    findings: tuple[Found, ...]
    faults: tuple[str, ...]
    provenance: Provenance

    @property
    def clauses(self) -> dict[str, Counts]:
        """The counts of every clause that was asked."""
        return {
            id_: counts for of in self.operations.values() for id_, counts in of.clauses.items()
        }

    @property
    def clean(self) -> bool:
        """Whether each member says that nothing is wrong, and not the verdict alone."""
        operations = self.operations.values()
        passed = bool(operations) and all(one.passed and one.cases for one in operations)
        wrong = self.findings or self.divergences or self.stale or self.faults
        return passed and self.complete and self.exit_code == 0 and not wrong


def read(path: Path) -> Report:
    """Return the report of a file, or of the folder that holds one; raises ReportError."""
    file = path / REPORT if path.is_dir() else path
    name = show.printable(str(file))
    try:
        with file.open("rb") as stream:
            content = stream.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        raise ReportError(f"{name}: {getattr(error, 'strerror', None) or error}") from error
    if len(content) > LARGEST:
        raise ReportError(f"{name}: more than {LARGEST:,} bytes")
    return parse(content, name)


def _without_surrogates(content: bytes) -> bytes:
    """Return the same JSON with ``?`` for lone surrogates; what is no JSON stays as it is.

    Questions hold them, so that a report of them does, as escapes that pydantic refuses.
    """
    try:
        text = json.dumps(json.loads(content), ensure_ascii=False)
    except (ValueError, RecursionError):
        return content
    return text.encode("utf-8", "replace")


def parse(content: bytes, name: str) -> Report:
    """Return the report of its JSON; raises ReportError with the first thing that is wrong."""
    try:
        return Report.model_validate_json(_without_surrogates(content))
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(map(str, first["loc"]))
        what = f"{place}: {first['msg']}" if place else first["msg"]
        if place == "report" and first["type"] == "literal_error":
            what = f"it has version {first['input']} of the form, and this reads {FORM}"
        message = f"{name} is no report of certify: {show.printable(what)}"
        raise ReportError(message) from error
