"""What a check is: questions that put a clause to the test, and what must hold."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from hypothesis.strategies import SearchStrategy

from conformance.protocol.values import Answer, Case


class Examination(Protocol):
    """The oracle and a candidate, as a check's body sees them."""

    def agree(self, case: Case) -> Answer:
        """Ask both; return harbor's answer, or end the example where the candidate's differs."""

    def observe(self, label: str, *, happened: bool) -> None:
        """Note whether an example had the property that a check's ``shares`` speaks of."""


type Body = Callable[[Examination, Case], None]


def agree(examination: Examination, case: Case) -> None:
    """Ask the case itself and nothing more."""
    examination.agree(case)


@dataclass(frozen=True)
class Check:
    """One check: a name among those of its clause, a strategy of cases, what is done with one.

    ``shares`` holds, by label, the least share of examples for which the body must
    have observed the label; a check that misses it cannot be relied on. ``effort`` is
    the part of a profile's examples that the check asks, less than 1 where one question
    takes harbor long. ``clause`` is filled in by the clause that holds the check.
    """

    name: str
    cases: SearchStrategy[Case]
    body: Body = agree
    shares: Mapping[str, float] = field(default_factory=dict)
    effort: float = 1.0
    clause: str = ""

    @property
    def id(self) -> str:
        """The stable id: the clause's, and the check's name behind a slash."""
        return f"{self.clause}/{self.name}"

    @property
    def operation(self) -> str:
        """The operation that the check is about."""
        return self.clause.partition(".")[0]
