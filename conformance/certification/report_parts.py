"""The parts of a run's report: counts, findings, causes, and their basis.

The classes define, document and validate report.json. A ``computed_field`` follows from the rest:
it is written, and never read back.
"""

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    PlainValidator,
    Strict,
    WithJsonSchema,
    computed_field,
)
from pydantic.json_schema import SkipJsonSchema

from conformance.operations.clause import Level


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError("Input should be a valid string")  # noqa: TRY004 - pydantic's own
    return value


type Text = Annotated[str, PlainValidator(_text), WithJsonSchema({"type": "string"})]
"""A string, which may have lone surrogates; pydantic's own ``str`` refuses them."""

type Several[Member] = Annotated[tuple[Member, ...], Strict(strict=False)]
"""A list in JSON."""

type Rated = Annotated[Level, Strict(strict=False)]
"""The name of a level in JSON."""

type Amount = Annotated[int, Field(ge=0)]
type Agreement = Literal["exact", "equal", "divergent"]

_WEAKEST: tuple[Agreement, ...] = ("divergent", "equal", "exact")


class ReportPart(BaseModel):
    """Unknown fields of a later form are ignored."""

    model_config = ConfigDict(frozen=True, strict=True, extra="ignore")


class ClauseCounts(ReportPart):
    """The result of a clause of this ``level``: ``done`` of its ``checks`` have run.

    ``divergences`` counts the cases that diverge, ``form_errors`` the checks with an answer in
    another form than the protocol's, ``inexact`` those that are equal and not exactly alike, and
    ``stale`` the pinned cases that no longer hold. ``declared`` counts the cases whose expected
    answer is not harbor's, ``predicted`` those decided by a prediction of the candidate's author.
    ``problems`` says which checks have no reliable result, ``not_asked`` how many of these were
    given up.
    """

    level: Rated
    checks: Amount
    done: Amount
    cases: Amount
    divergences: Amount
    form_errors: Amount
    inexact: Amount
    stale: Amount
    declared: Amount
    predicted: Amount
    not_asked: Amount
    problems: Several[Text]

    @computed_field
    @property
    def complete(self) -> bool:
        """Whether every planned check ended."""
        return self.done == self.checks > 0

    @computed_field
    @property
    def passed(self) -> bool:
        """Whether every planned check ran, and nothing diverged."""
        spoilt = self.divergences or self.form_errors or self.problems
        return self.complete and self.cases > 0 and not spoilt

    @property
    def unfinished(self) -> bool:
        """Whether it was not run to its end, and nothing is wrong so far."""
        return not self.complete and (not self.done or self.agreement != "divergent")

    @computed_field
    @property
    def agreement(self) -> Agreement:
        """The weakest agreement of its checks."""
        spoilt = self.divergences or self.form_errors or self.stale or self.problems
        if spoilt or not self.cases:
            return "divergent"
        return "equal" if self.inexact else "exact"


class OperationCounts(ReportPart):
    """The result of an operation: distinct ``divergences``, and the counts of each clause."""

    divergences: Amount
    clauses: dict[Text, ClauseCounts]

    @computed_field
    @property
    def cases(self) -> int:
        """The cases of all clauses."""
        return sum(one.cases for one in self.clauses.values())

    @computed_field
    @property
    def form_errors(self) -> int:
        """The checks with an answer in another form than the protocol's."""
        return sum(one.form_errors for one in self.clauses.values())

    @computed_field
    @property
    def not_asked(self) -> int:
        """The checks that were given up."""
        return sum(one.not_asked for one in self.clauses.values())

    @computed_field
    @property
    def complete(self) -> bool:
        """Whether every planned check ended."""
        return bool(self.clauses) and all(one.complete for one in self.clauses.values())

    @computed_field
    @property
    def passed(self) -> bool:
        """Whether every planned check ran, and nothing diverged."""
        clauses = self.clauses.values()
        spoilt = self.form_errors or any(one.problems for one in clauses)
        return self.complete and self.cases > 0 and not (self.divergences or spoilt)

    @computed_field
    @property
    def agreement(self) -> Agreement:
        """The weakest agreement of the clauses with a finished check."""
        return weakest(one.agreement for one in self.clauses.values() if one.done)


def weakest(agreements: Iterator[Agreement]) -> Agreement:
    """Return the weakest of some agreements; divergent if there are none."""
    return min(agreements, key=_WEAKEST.index, default="divergent")


class CandidateName(ReportPart):
    """The certified candidate, as it describes itself."""

    name: Text
    version: Text


class ReportedFinding(ReportPart):
    """The smallest case of a clause and kind: requirement, input, expected and given answer.

    ``harbor`` is the oracle's answer, ``expected`` differs from it only if a deviation is expected.
    ``input`` and answers are the protocol's JSON; ``candidate`` is ``{"fault": …}`` if no answer
    came, and ``{"misshapen": …}`` for another form than the protocol's. ``message`` is that of an
    error of the candidate's: it may have paths and addresses, and is not written.
    """

    clause: Text
    level: Rated
    sentence: Text
    sources: Several[Text]
    kind: Text
    difference: Text
    operation: Text
    input: dict[Text, Any]
    asked: Text
    harbor: dict[Text, Any]
    expected: dict[Text, Any]
    candidate: dict[Text, Any]
    repeat: Text
    message: SkipJsonSchema[Text] = Field(default="", exclude=True)

    @property
    def is_deviation(self) -> bool:
        """Whether the expected answer is not harbor's."""
        return self.expected != self.harbor


class ReportedCause(ReportPart):
    """A cause, as in ``diagnosis.Cause``, with its most serious finding."""

    deviations: Several[Text]
    description: Text
    clauses: Several[Text]
    explained: Amount
    cases: Amount
    contradicted: Amount
    alike: Several[Text]
    finding: ReportedFinding
    clause: Text = ""
    advice: Text = ""

    @property
    def name(self) -> str:
        """The names of its deviations, or a description if it has none."""
        return "+".join(self.deviations) or self.description


class ReportedDecisive(ReportPart):
    """What decides the unexplained cases of an operation, as in ``deciding.Decisive``."""

    condition: Text
    common: Text
    others: Amount
    independent: Several[Text]
    edit: Text
    differs: ReportedFinding | None
    agrees: ReportedFinding | None


class Unexplained(ReportPart):
    """How many cases are unexplained, and the smallest of each clause and kind.

    ``decides`` has what decides them, one entry per operation. ``early``: not every cause was
    tried and confirmed. ``later`` has clauses that diverge as well, and were not diagnosed.
    """

    cases: Amount
    findings: Several[ReportedFinding]
    decides: Several[ReportedDecisive] = ()
    early: bool = False
    later: Several[Text] = ()

    @computed_field
    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses of these findings."""
        return tuple(dict.fromkeys(one.clause for one in self.findings))


class DeclaredEntry(ReportPart):
    """The expected deviations, and the clauses in which they changed an expected answer."""

    entry: Text
    cause: Text
    source: Text
    clauses: Several[Text]

    @property
    def pinned(self) -> str:
        """The clause of a pinned case; empty if the entry is for several cases."""
        return self.entry.removeprefix(PINNED) if self.entry.startswith(PINNED) else ""


PINNED = "case of "
"""The prefix of entries for pinned cases."""


class OracleVersions(ReportPart):
    """The basis of harbor's answers; ``wheel_digest`` is the SHA-256 of its RECORD."""

    harbor: Text
    wheel_digest: Text
    files: Amount
    python: Text
    pydantic: Text
    pydantic_core: Text
    pinned: bool
