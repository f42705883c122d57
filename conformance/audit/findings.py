"""What an audit brings to light."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

from conformance.protocol import show


class Kind(StrEnum):
    """What a finding says of a number."""

    DIFFERS = "differs"
    CAUSE = "cause"
    UNDERIVED = "cannot be derived"
    UNREAD = "was not read"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing in a job's folder: the file, the member, what is recorded and what is derived.

    ``clause`` is the clause that the derived value rests on, where there is one.
    """

    kind: Kind
    file: str
    member: str
    cause: str
    recorded: str = ""
    derived: str = ""
    clause: str = ""


def count(number: int, what: str) -> str:
    """Return how many there are of something."""
    return f"{number:,} {what}{'s' * (number != 1)}"


def text(value: object) -> str:
    """Return a value as findings show it."""
    return show.shorten(show.printable(str(value)), _LONGEST)


_LONGEST = 200

NOT_RECORDED = "not recorded"
NOT_DERIVED = "not derived"


@dataclass(frozen=True, slots=True)
class Headline:
    """The first metric of a group of trials, of which so many are recorded to have rewards."""

    group: str
    metric: str
    recorded: str
    derived: str
    trials: int
    rewarded: int = 0

    @property
    def agrees(self) -> bool:
        """Whether both are the same, or one of them is not there."""
        same = self.recorded == self.derived
        return same or self.recorded == NOT_RECORDED or self.derived == NOT_DERIVED


@dataclass(frozen=True, slots=True)
class Audit:
    """What an audit of one job shows; ``name`` is what tells it from others.

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
    name: str = ""

    @property
    def differences(self) -> tuple[Finding, ...]:
        """The findings that say that something recorded does not follow."""
        return tuple(one for one in self.findings if one.kind is Kind.DIFFERS)

    @property
    def agrees(self) -> bool:
        """Whether all that could be derived is as recorded."""
        return not self.differences


def named(audits: Sequence[Audit]) -> list[Audit]:
    """Return audits in the order of their paths, called by as much of them as it takes."""
    ordered = sorted(audits, key=lambda audit: str(audit.path))
    parts = [audit.path.resolve().parts for audit in ordered]
    names: list[str] = []
    for length in range(1, max(map(len, parts), default=0) + 1):
        names = ["/".join(one[-length:]) for one in parts]
        if len(set(names)) == len(names):
            break
    return [replace(audit, name=name) for audit, name in zip(ordered, names, strict=True)]


def is_empty(audit: Audit) -> bool:
    """Return whether nothing of a job could be held against anything."""
    held = any(
        line.recorded != NOT_RECORDED and line.derived != NOT_DERIVED for line in audit.headlines
    )
    return not (audit.derived or held)


def is_whole(audit: Audit) -> bool:
    """Return whether everything was read and derived."""
    return not any(one.kind in _LEFT_OUT for one in audit.findings)


_LEFT_OUT = {Kind.UNDERIVED, Kind.UNREAD}


def verdict_of(audits: Sequence[Audit]) -> str:
    """Return the verdict on all jobs in one line."""
    trials = sum(audit.trials for audit in audits)
    derived = sum(audit.derived for audit in audits)
    wrong = [audit for audit in audits if not audit.agrees]
    jobs = f"{count(len(audits), 'job')}, {count(trials, 'trial')}"
    base = f"{jobs}, {derived:,} of them from their reward files"
    if wrong:
        found = sum(len(audit.differences) for audit in wrong)
        return f"DIFFERS: {count(found, 'difference')} in {len(wrong)} of {base}"
    if all(map(is_empty, audits)):
        return f"NOTHING AUDITED: {base}"
    if not all(map(is_whole, audits)):
        return f"PARTIAL: what could be derived agrees: {base}"
    return f"AGREES: {base}"
