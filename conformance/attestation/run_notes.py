"""What a certificate says of the run itself: what was asked, and what came of it."""

from typing import Annotated, Literal, Self

from pydantic import Field, StringConstraints, model_validator

from conformance.attestation.descriptors import Count, Part

type AgreementWord = Literal["divergent", "equal", "exact"]


class Asked(Part):
    """How the candidate was named on the command line, by name or by command, to be asked again."""

    candidate: str | None
    command: str | None
    python: str | None
    env: tuple[str, ...]
    timeout: Annotated[float, Field(gt=0, allow_inf_nan=False)]
    ledger: str | None
    subject: tuple[str, ...]

    @model_validator(mode="after")
    def _by_one_name(self) -> Self:
        if (self.candidate is None) == (self.command is None):
            raise ValueError("the candidate needs a name or a command, and not both")
        return self

    @property
    def name(self) -> str:
        """What the candidate is called."""
        return str(self.command if self.candidate is None else self.candidate)


class ScopeNotes(Part):
    """The operations that were asked and those that the candidate does not announce.

    Nothing is left out of the claimed ones: there is no certificate of a narrowed run.
    """

    claimed: Annotated[tuple[str, ...], Field(min_length=1)]
    not_claimed: tuple[str, ...]
    restrictions: tuple[()] = ()


class OperationNotes(Part):
    """The counts of one operation; ``clauses`` has the cases of each."""

    agreement: AgreementWord
    cases: Count
    divergences: Count
    clauses: dict[str, Count]


class CauseNotes(Part):
    """One thing that is wrong with the candidate: deviations, and what they explain."""

    deviations: tuple[str, ...]
    habit: str
    clauses: tuple[str, ...]
    explained: Count
    cases: Count


class UnexplainedNotes(Part):
    """What diverges for no known cause."""

    cases: Count
    clauses: tuple[str, ...]


class RunNotes(Part):
    """What was asked, and what came of it; the seed as text, since it has any number of digits."""

    asked: Asked
    version: str
    profile: Literal["quick", "default", "deep"]
    seed: Annotated[str, StringConstraints(pattern=r"^[0-9]{1,4300}$")]
    exact: bool
    scope: ScopeNotes
    agreement: AgreementWord
    cases: Count
    checks: Count
    operations: dict[str, OperationNotes]
    causes: tuple[CauseNotes, ...]
    unexplained: UnexplainedNotes
    stale: tuple[str, ...]


class Run(Part):
    """The run itself."""

    name: Literal["run"] = "run"
    annotations: RunNotes
