"""A validated result, and what is next to its reward."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class ValidationError(ValueError):
    """A result that the text's rules refuse."""


class ErrorSource(StrEnum):
    """Who classified a failure."""

    MECHANICAL = "mechanical"
    HUMAN = "human"
    JUDGE = "judge"


class Judgment(StrEnum):
    """What a reviewer decided."""

    PASS = "pass"  # noqa: S105 - a verdict, not a password
    FAIL = "fail"
    DEFER = "defer"


@dataclass(frozen=True, slots=True)
class ValidityCheck:
    """Whether the agent's output was fit for scoring; ``errors`` say what was not."""

    output_parseable: bool = True
    schema_valid: bool = True
    verifier_completed: bool = True
    errors: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ErrorTag:
    """A failure put into a category of the task's own."""

    category: str
    source: ErrorSource
    description: str | None = None


@dataclass(frozen=True, slots=True)
class Annotation:
    """What a reviewer said after the run."""

    reviewer_id: str
    timestamp: datetime
    judgment: Judgment
    reviewer_discipline: str | None = None
    categories: tuple[str, ...] = ()
    notes: str | None = None


@dataclass(frozen=True, slots=True)
class Beside:
    """What is kept with a reward and never changes it."""

    error_taxonomy: tuple[ErrorTag, ...] | None = None
    confidence: Mapping[str, object] | None = None
    annotations: tuple[Annotation, ...] | None = None


@dataclass(frozen=True, slots=True)
class EvaluationResult:
    """A reward from 0 to 1, whether it is fit to count, and what it rests on.

    Raises ValidationError for another reward, and for one that is not 0 where the
    output could not be parsed.
    """

    reward: float
    validity: ValidityCheck
    breakdown: Mapping[str, object] | None = None
    beside: Beside = Beside()

    def __post_init__(self) -> None:
        """Validate the reward by itself, and against the validity."""
        if not 0.0 <= self.reward <= 1.0:
            raise ValidationError(f"a reward is from 0 to 1, not {self.reward!r}")
        if self.reward != 0.0 and not self.validity.output_parseable:
            raise ValidationError(f"an output that cannot be parsed has no reward {self.reward!r}")
