"""What an audit finds: findings and where they are, headlines, and the verdict."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

from conformance.protocol import differences, show


class FindingKind(StrEnum):
    """What a finding says of a recorded value; the gravest comes first."""

    DIFFERS = "differs"
    CAUSE = "cause"
    UNDERIVED = "cannot be derived"
    UNREAD = "was not read"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class AuditFinding:
    """One thing in a job's folder: the file, the place in it, what is recorded and what derived.

    ``clause`` is the clause that the derived value rests on, where there is one.
    """

    kind: FindingKind
    file: str
    place: differences.Path
    cause: str
    recorded: str = ""
    derived: str = ""
    clause: str = ""

    @property
    def member(self) -> str:
        """The place for people."""
        return show.printable(".".join(map(str, self.place)))


def differs(  # noqa: PLR0913, PLR0917 - the fields of a finding
    file: str,
    place: differences.Path,
    cause: str,
    recorded: object,
    derived: object,
    clause: str = "",
) -> AuditFinding:
    """Return the finding that a recorded value does not follow."""
    shown = text(recorded), text(derived)
    return AuditFinding(FindingKind.DIFFERS, file, place, cause, *shown, clause)


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
    """The first metric of a group of trials; ``rewarded`` of them are recorded to have rewards."""

    group: str
    metric: str
    recorded: str
    derived: str
    trials: int
    rewarded: int = 0

    @property
    def agrees(self) -> bool:
        """Whether both are the same, or one of them is not there."""
        return self.recorded == self.derived or not self.is_compared

    @property
    def is_compared(self) -> bool:
        """Whether both are there."""
        return self.recorded != NOT_RECORDED and self.derived != NOT_DERIVED


@dataclass(frozen=True, slots=True)
class Audit:
    """What an audit of one job shows; ``name`` distinguishes it from others.

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
    findings: tuple[AuditFinding, ...]
    name: str = ""

    @property
    def differences(self) -> tuple[AuditFinding, ...]:
        """The findings that say that something recorded does not follow."""
        return tuple(one for one in self.findings if one.kind is FindingKind.DIFFERS)

    @property
    def agrees(self) -> bool:
        """Whether all that could be derived is as recorded."""
        return not self.differences

    @property
    def is_empty(self) -> bool:
        """Whether nothing of the job could be compared."""
        return not (self.derived or any(line.is_compared for line in self.headlines))

    @property
    def is_whole(self) -> bool:
        """Whether everything was read and derived."""
        left_out = {FindingKind.UNDERIVED, FindingKind.UNREAD}
        return not any(one.kind in left_out for one in self.findings)


def named(audits: Sequence[Audit]) -> list[Audit]:
    """Return audits in the order of their paths, named by as much of them as it takes."""
    ordered = sorted(audits, key=lambda audit: str(audit.path))
    parts = [audit.path.resolve().parts for audit in ordered]
    names: list[str] = []
    for length in range(1, max(map(len, parts), default=0) + 1):
        names = ["/".join(one[-length:]) for one in parts]
        if len(set(names)) == len(names):
            break
    return [replace(audit, name=name) for audit, name in zip(ordered, names, strict=True)]


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
    if all(audit.is_empty for audit in audits):
        return f"NOTHING AUDITED: {base}"
    if not all(audit.is_whole for audit in audits):
        return f"PARTIAL: what could be derived agrees: {base}"
    return f"AGREES: {base}"
