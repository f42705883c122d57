"""What a check's body asks, and how it ends where two implementations differ."""

from collections.abc import Sequence
from typing import Protocol

from conformance.examination.findings import Finding
from conformance.operations.clause import Examination
from conformance.protocol.values import Case


class Exploring(Examination, Protocol):
    """Two implementations that remember what they have seen."""

    @property
    def noticed(self) -> bool:
        """Whether anything was kept that explains why an example came out in two ways."""

    def agree_on_each(self, cases: Sequence[Case]) -> None:
        """Ask both these cases ahead; raise Disagreement at the first on which they differ."""


class EnoughError(BaseException):
    """The candidate was waited for often enough; nothing further must be asked of it."""


class Disagreement(AssertionError):  # noqa: N818 - a verdict, not an error of ours
    """The two implementations differ on a case."""

    def __init__(self, finding: Finding) -> None:
        """Carry what was asked and what each side said."""
        super().__init__(finding.difference)
        self.finding = finding
