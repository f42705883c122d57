"""What a clause is: a sentence, the lines that it rests on, the checks that test it, a level."""

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from inspect import cleandoc
from typing import Protocol, TypedDict, cast

from hypothesis.strategies import SearchStrategy

from conformance.operations.sources import Erratum, Section, Source, errata_by_clause
from conformance.operations.strategies.sizes import is_in_practice
from conformance.protocol.values import Answer, Case, Result, Value


class Level(StrEnum):
    """How common the input of a clause is, the most common first."""

    COMMON = "common"
    RARE = "rare"
    EXTREME = "extreme"

    @property
    def included(self) -> tuple["Level", ...]:
        """The levels that a run requires at this level: it and those more common."""
        levels = tuple(Level)
        return levels[: levels.index(self) + 1]


@dataclass(frozen=True, slots=True)
class Rating:
    """The level of a clause, and why."""

    level: Level
    reason: str


def common(reason: str) -> Rating:
    """Rate input that real jobs have; the reason names a public task, issue or reader."""
    return Rating(Level.COMMON, reason)


def rare(reason: str) -> Rating:
    """Rate valid input that few produce."""
    return Rating(Level.RARE, reason)


def extreme(reason: str) -> Rating:
    """Rate input at limits that no file in practice reaches."""
    return Rating(Level.EXTREME, reason)


@dataclass(frozen=True, slots=True)
class Subject:
    """Clauses of one module that have a level and a check of edited inputs of their own."""

    name: str
    level: Rating


class Examination(Protocol):
    """The oracle and a candidate, as a check's body sees them."""

    def agree(self, case: Case) -> Answer:
        """Run both; return harbor's answer, or end the example where the candidate's differs."""

    def agree_on_each(self, cases: Sequence[Case]) -> None:
        """Ask both all these cases; raise Disagreement at the first on which they differ."""

    def observe(self, label: str, *, happened: bool) -> None:
        """Record whether an example has the property that a check's ``shares`` names."""


type Body = Callable[[Examination, Case], None]

type Cases = SearchStrategy[Case]
"""What a check draws its examples from."""


def agree(examination: Examination, case: Case) -> None:
    """Run the case itself and nothing more."""
    examination.agree(case)


class Telling(TypedDict):
    """A body, and the shares of examples for which it must observe each label."""

    body: Body
    shares: Mapping[str, float]


def seeing(*labels: tuple[str, Callable[[Answer], bool], float]) -> Telling:
    """Return what has a check see answers of several kinds, each in a share of its examples."""

    def body(examination: Examination, case: Case) -> None:
        answer = examination.agree(case)
        for label, holds, _ in labels:
            examination.observe(label, happened=holds(answer))

    return {"body": body, "shares": {label: least for label, _, least in labels}}


def both_kinds(holds: Callable[[Answer], bool], one: str, other: str, least: float) -> Telling:
    """Return what has a check see answers with a property, and as large a share without it."""
    return seeing((one, holds, least), (other, lambda answer: not holds(answer), least))


def asked_twice(
    change: Callable[[Case], Case],
    label: str,
    holds: Callable[[Case, Answer, Answer], bool],
    least: float,
) -> Telling:
    """Return what has a check run a changed case as well, and see two answers with a property."""

    def body(examination: Examination, case: Case) -> None:
        first, second = examination.agree(case), examination.agree(change(case))
        examination.observe(label, happened=holds(case, first, second))

    return {"body": body, "shares": {label: least}}


def asked_both_ways(
    field: str,
    least: float,
    differs: Callable[[Case, Answer, Answer], bool],
    label: str = "the order decides",
) -> Telling:
    """Return what has a check run a case with a field's list in the opposite order as well."""

    def turned(case: Case) -> Case:
        listed = cast("list[Value]", case.input[field])
        return Case(case.operation, {**case.input, field: listed[::-1]})

    return asked_twice(turned, label, differs, least)


def is_result(answer: Answer) -> bool:
    """Return whether an answer is a result, and no error."""
    return isinstance(answer, Result)


@dataclass(frozen=True)
class Check:
    """One check: a name among those of its clause, a strategy of cases, what is done with one.

    ``shares`` holds, by label, the least share of examples for which the body must
    have observed the label; a check that misses it cannot be relied on. ``effort`` is
    the part of a profile's examples that the check runs, less than 1 where one case
    takes harbor long. ``siblings`` is how many cases one edit each makes of an example; they are
    run as well. ``clause`` is filled in by the clause that holds the check.
    """

    name: str
    cases: Cases
    body: Body = agree
    shares: Mapping[str, float] = field(default_factory=dict)
    effort: float = 1.0
    siblings: int = 0
    clause: str = ""

    @property
    def id(self) -> str:
        """The stable id: the clause's, and the check's name behind a slash."""
        return f"{self.clause}/{self.name}"

    @property
    def operation(self) -> str:
        """The operation that the check is about."""
        return self.clause.partition(".")[0]


@dataclass(frozen=True)
class Clause:
    """One clause: a stable id, one sentence, the lines that it rests on, its checks, its level."""

    id: str
    sentence: str
    sources: tuple[Source | Section, ...]
    checks: tuple[Check, ...]
    rating: Rating

    def __post_init__(self) -> None:
        """Give each check the id of its clause."""
        checks = tuple(replace(check, clause=self.id) for check in self.checks)
        object.__setattr__(self, "checks", checks)

    @property
    def operation(self) -> str:
        """The operation that the clause is about."""
        return self.id.partition(".")[0]

    @property
    def erratum(self) -> Erratum | None:
        """The statement of a text that the clause contradicts, if there is any."""
        return errata_by_clause().get(self.id)


_DECLARED: dict[str, dict[str, list[Callable[[], Clause]]]] = {}
"""By module and subject what makes the clauses, in the order in which they are declared."""


def clause[Declared: Callable[[], Cases | tuple[Check, ...]]](  # noqa: PLR0913 - all of a clause
    name: str,
    *sources: Source | Section,
    check: str = "",
    body: Body = agree,
    shares: Mapping[str, float] | None = None,
    effort: float | None = None,
    level: Rating | None = None,
    of: Subject | None = None,
) -> Callable[[Declared], Declared]:
    """Declare a function as a clause of its folder's operation; its docstring is the sentence.

    The function returns the cases of the clause's only check, or several checks. A single check
    has the name of the function, unless ``check`` names it, and ``body``, ``shares`` and
    ``effort`` are its own; without an ``effort`` it has its operation's. A clause is of its
    module's subject, or ``of`` another; without a ``level`` it has that one's, which the module's
    ``LEVEL`` is. A common clause draws no extreme values.
    """

    def declare(function: Declared) -> Declared:
        folder, _, module = function.__module__.rpartition(".")
        operation = folder.rpartition(".")[2]

        def made() -> Clause:
            cases = function()
            if not isinstance(cases, tuple):
                called = check or function.__name__.replace("_", "-")
                part = vars(sys.modules[folder])["OPERATION"].effort if effort is None else effort
                cases = (Check(called, cases, body, shares or {}, part),)
            sentence = " ".join(cleandoc(function.__doc__ or "").split("\n"))
            of_subject = of.level if of else vars(sys.modules[function.__module__])["LEVEL"]
            rating = level or of_subject
            if rating.level is Level.COMMON:
                cases = tuple(replace(one, cases=one.cases.filter(is_in_practice)) for one in cases)
            return Clause(f"{operation}.{name}", sentence, sources, cases, rating)

        subject = of.name if of else module.replace("_", "-")
        _DECLARED.setdefault(function.__module__, {}).setdefault(subject, []).append(made)
        return function

    return declare


def declared_in(module: str) -> dict[str, tuple[Clause, ...]]:
    """Return the clauses that a module declares, by subject, in its order."""
    return {name: tuple(made() for made in each) for name, each in _DECLARED[module].items()}
