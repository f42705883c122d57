"""What an audit brings to light."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path


class Kind(StrEnum):
    """What a finding says of a number."""

    DIFFERS = "differs"
    UNDERIVED = "cannot be derived"
    UNREAD = "was not read"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing in a job's folder: the file, the member, what is recorded and what is derived.

    ``requirement`` is the clause that the derived value rests on, where there is one.
    """

    kind: Kind
    file: str
    member: str
    cause: str
    recorded: str = ""
    derived: str = ""
    requirement: str = ""


NOT_RECORDED = "not recorded"


@dataclass(frozen=True, slots=True)
class Headline:
    """The first metric of a group of trials, as recorded and as derived."""

    group: str
    metric: str
    recorded: str
    derived: str
    trials: int

    @property
    def agrees(self) -> bool:
        """Whether both are the same, or nothing is recorded that could differ."""
        return self.recorded in {self.derived, NOT_RECORDED}


@dataclass(frozen=True, slots=True)
class Audit:
    """What an audit of one job shows.

    Of its ``trials``, ``derived`` agree or differ with what their reward files give, and the
    numbers of ``taken`` are taken from their own result.json, since no files were kept.
    """

    path: Path
    release: str
    by: str
    trials: int
    derived: int
    taken: int
    headlines: tuple[Headline, ...]
    findings: tuple[Finding, ...]

    @property
    def differences(self) -> tuple[Finding, ...]:
        """The findings that say that something recorded does not follow."""
        return tuple(one for one in self.findings if one.kind is Kind.DIFFERS)

    @property
    def agrees(self) -> bool:
        """Whether all that could be derived is as recorded."""
        return not self.differences


def is_empty(audit: Audit) -> bool:
    """Return whether nothing of a job could be held against anything."""
    recorded = any(line.recorded != NOT_RECORDED for line in audit.headlines)
    return not (audit.derived or recorded)


_LEFT_OUT = {Kind.UNDERIVED, Kind.UNREAD}


def verdict_of(audits: Sequence[Audit]) -> str:
    """Return the verdict on all jobs in one line."""
    trials = sum(audit.trials for audit in audits)
    derived = sum(audit.derived for audit in audits)
    wrong = [audit for audit in audits if not audit.agrees]
    jobs = f"{len(audits):,} job{'s' * (len(audits) != 1)}"
    base = f"{jobs}, {trials:,} trials, {derived:,} of them from their reward files"
    if wrong:
        found = sum(len(audit.differences) for audit in wrong)
        return f"DIFFERS: {found} differences in {len(wrong)} of {base}"
    if all(map(is_empty, audits)):
        return f"NOTHING AUDITED: {base}"
    if any(one.kind in _LEFT_OUT for audit in audits for one in audit.findings):
        return f"PARTIAL: what could be derived agrees: {base}"
    return f"AGREES: {base}"
