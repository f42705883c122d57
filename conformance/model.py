"""The values that flow through the suite: questions, answers, clauses and findings."""

from dataclasses import dataclass, field
from enum import IntEnum

type Value = bool | int | float | str | bytes | list[Value] | dict[str, Value] | None
"""An input or a result, with bytes as bytes and numbers as int and float."""

OPERATIONS = (
    "verifier",
    "multi_step",
    "metric",
    "pass_at_k",
    "job",
    "trial_result",
    "outcome",
    "reason_code",
)
"""The operations that any candidate may be asked, in the order in which data flows."""

EVERY_OPERATION = (*OPERATIONS, "run")
"""The operations of the suite; ``run`` is harbor's own, asked only of those who are told to."""

WITHOUT_WHEEL = ("outcome", "reason_code")
"""The operations after harbor's end: a text, spec/000, is what they are held to."""

HARBOR_VERSION = "0.13.1"
"""The release that every requirement of this suite rests on."""


@dataclass(frozen=True, slots=True)
class Case:
    """One question: an operation and its input."""

    operation: str
    input: dict[str, Value]


@dataclass(frozen=True, slots=True)
class Result:
    """An answer that is a value."""

    value: Value


@dataclass(frozen=True, slots=True)
class Failure:
    """An answer that is an error, by the name that harbor records as ``exception_type``."""

    error: str
    message: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Unsupported:
    """The implementation does not have the operation."""


@dataclass(frozen=True, slots=True)
class Fault:
    """No answer: the implementation broke the contract, and ``reason`` says how."""

    reason: str
    timed_out: bool = field(default=False, compare=False)


type Answer = Result | Failure | Unsupported | Fault


class Agreement(IntEnum):
    """How far two answers agree; a greater value is the stronger statement."""

    DIVERGENT = 0
    EQUAL = 1
    EXACT = 2


@dataclass(frozen=True, slots=True)
class Comparison:
    """The agreement of two answers, and where they first part."""

    agreement: Agreement
    difference: str = ""


@dataclass(frozen=True, slots=True)
class Source:
    """Lines of the wheel that a requirement rests on; ``quote`` stands in the first of them."""

    file: str
    first_line: int
    last_line: int
    quote: str

    def __str__(self) -> str:
        """Return ``file:first-last``."""
        return f"{self.file}:{self.first_line}-{self.last_line}"


@dataclass(frozen=True, slots=True)
class Section:
    """A section of a text that a requirement rests on where no wheel has the stage."""

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


@dataclass(frozen=True, slots=True)
class Clause:
    """One requirement: a stable id, one sentence, and the lines of harbor that it rests on."""

    id: str
    sentence: str
    sources: tuple[Source | Section, ...]
    erratum: Erratum | None = None

    @property
    def operation(self) -> str:
        """The operation that the clause is about."""
        return self.id.partition(".")[0]


@dataclass(frozen=True, slots=True)
class Finding:
    """One case on which two implementations differ, and what each of them says."""

    clause: str
    case: Case
    harbor: Answer
    candidate: Answer
    difference: str


@dataclass(frozen=True, slots=True)
class CheckResult:
    """What one check found out about one candidate.

    ``cases`` counts the questions asked. ``divergence`` and ``inexact`` hold the
    smallest case of each kind. ``problem`` says why the check cannot be relied on,
    ``faults`` what the candidate's process did wrong beside its answers, and ``stale``
    which declared divergences are not as the ledger has them.
    """

    clause: str
    check: str
    seed: int
    cases: int
    seconds: float
    divergence: Finding | None = None
    inexact: Finding | None = None
    problem: str = ""
    faults: tuple[str, ...] = ()
    stale: tuple[str, ...] = ()

    @property
    def operation(self) -> str:
        """The operation that the check is about."""
        return self.clause.partition(".")[0]

    @property
    def passed(self) -> bool:
        """Whether the check ran and found no divergence."""
        return self.cases > 0 and not (self.divergence or self.problem or self.stale)
