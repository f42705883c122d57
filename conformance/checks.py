"""What a check is: a clause, questions that put it to the test, and what must hold."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from hypothesis.strategies import SearchStrategy

from conformance.model import Answer, Case


class Examination(Protocol):
    """Two implementations in their chairs, as a check's body sees them."""

    def agree(self, case: Case) -> Answer:
        """Ask both; return harbor's answer, or end the example where the candidate's differs."""

    def observe(self, label: str, *, happened: bool) -> None:
        """Note whether an example had the property that a check's ``shares`` speaks of."""


type Body = Callable[[Examination, Case], None]


@dataclass(frozen=True)
class Check:
    """One check: its clause, the strategy of its questions, and the body that asks them.

    ``shares`` holds, by label, the least share of examples for which the body must
    have observed the label; a check that misses it cannot be relied on. ``effort`` is
    the part of a profile's examples that the check asks, less than 1 where one question
    takes harbor long.
    """

    clause: str
    name: str
    cases: SearchStrategy[Case]
    body: Body
    shares: Mapping[str, float] = field(default_factory=dict)
    effort: float = 1.0

    @property
    def operation(self) -> str:
        """The operation that the check is about."""
        return self.clause.partition(".")[0]


class CheckFunction(Protocol):
    """A test function that carries its check; ``conduct`` runs it and judges the result."""

    check: Check

    def __call__(self, conduct: Callable[[Check], None]) -> None:
        """Run the check."""


def check(
    clause: str,
    cases: SearchStrategy[Case],
    *,
    shares: Mapping[str, float] | None = None,
    effort: float = 1.0,
) -> Callable[[Body], CheckFunction]:
    """Make a test function of a body that asks the cases of a strategy."""

    def decorate(body: Body) -> CheckFunction:
        described = Check(clause, _name_of(body), cases, body, shares or {}, effort)

        def test(conduct: Callable[[Check], None]) -> None:
            conduct(described)

        test.__name__ = test.__qualname__ = body.__name__
        test.__doc__, test.__module__ = body.__doc__, body.__module__
        test.check = described  # type: ignore[attr-defined]
        return test  # type: ignore[return-value]

    return decorate


def _name_of(body: Body) -> str:
    return body.__name__.removeprefix("test_").replace("_", " ")
