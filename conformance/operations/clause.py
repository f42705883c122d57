"""What a clause is: a sentence, what it rests on, and the checks that put it to the test."""

from dataclasses import dataclass, replace

from conformance.operations.check import Check
from conformance.protocol.values import Answer, Case


@dataclass(frozen=True, slots=True)
class Source:
    """Lines of the wheel that a clause rests on; ``quote`` stands in the first of them."""

    file: str
    first_line: int
    last_line: int
    quote: str

    def __str__(self) -> str:
        """Return ``file:first-last``."""
        return f"{self.file}:{self.first_line}-{self.last_line}"


@dataclass(frozen=True, slots=True)
class Section:
    """A section of a text that a clause rests on where no wheel has the stage."""

    text: str
    section: str

    def __str__(self) -> str:
        """Return ``text section``."""
        return f"{self.text} {self.section}"


@dataclass(frozen=True, slots=True)
class Erratum:
    """A statement of a text about harbor that the wheel contradicts."""

    text: str
    says: str
    wheel: str
    case: Case
    text_answer: Answer


@dataclass(frozen=True)
class Clause:
    """One clause: a stable id, one sentence, the lines that it rests on, and its checks."""

    id: str
    sentence: str
    sources: tuple[Source | Section, ...]
    checks: tuple[Check, ...]
    erratum: Erratum | None = None

    def __post_init__(self) -> None:
        """Tell each check which clause is its own."""
        checks = tuple(replace(check, clause=self.id) for check in self.checks)
        object.__setattr__(self, "checks", checks)

    @property
    def operation(self) -> str:
        """The operation that the clause is about."""
        return self.id.partition(".")[0]
