"""The values of the suite: cases, answers, and implementations that answer cases."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Protocol

type Value = bool | int | float | str | bytes | list[Value] | dict[str, Value] | None
"""An input or a result, with bytes as bytes and numbers as int and float."""

HARBOR_VERSION = "0.13.1"
"""The release that every clause is based on."""


@dataclass(frozen=True, slots=True)
class Case:
    """An operation and its input."""

    operation: str
    input: dict[str, Value]


@dataclass(frozen=True, slots=True)
class Result:
    """An answer that is a value."""

    value: Value


@dataclass(frozen=True, slots=True)
class Failure:
    """An answer that is an error, with the name that harbor records as ``exception_type``."""

    error: str
    message: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Unsupported:
    """The implementation does not have the operation."""


@dataclass(frozen=True, slots=True)
class Misshapen:
    """An answer of another shape than the operation's, described by ``reason``."""

    reason: str


@dataclass(frozen=True, slots=True)
class Fault:
    """No answer: the implementation broke the contract, as ``reason`` says.

    ``given_up``: it was not run, after too many earlier faults.
    """

    reason: str
    timed_out: bool = field(default=False, compare=False)
    given_up: bool = field(default=False, compare=False)


type Answer = Result | Failure | Unsupported | Misshapen | Fault


class Implementation(Protocol):
    """Anything that answers cases: the oracle, a candidate, the recorded corpus."""

    def answer(self, case: Case) -> Answer:
        """Return the answer to a case."""


class Candidate(Implementation, Protocol):
    """An implementation under test, which may get cases before it has answered earlier ones."""

    def answers(self, cases: Sequence[Case]) -> Iterator[Answer]:
        """Yield the answer to each case, in order."""
