"""What an audit finds: findings and where they are, headlines, and the verdict."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import partial
from pathlib import Path

from conformance.certification import count_of
from conformance.protocol import differences, show
from conformance.protocol.values import Value


class FindingKind(StrEnum):
    """What a finding says about a recorded value, the most serious first."""

    DIFFERS = "differs"
    CAUSE = "cause"
    UNDERIVED = "cannot be derived"
    UNREAD = "was not read"
    NOTE = "note"


class Contradiction(StrEnum):
    """Which two things in a job's folder contradict each other."""

    NONE = ""
    REWARDS = "reward file against trial result"
    CONFIG = "trial result against trial config"
    LOCK = "trial against lock"
    STEPS = "steps on disk against steps recorded"
    FAILURE = "a failure next to a reward"
    TIMES = "times that cannot be"
    FIELDS = "fields"
    NUMBERS = "job result against its trials"


class JobVerdict(StrEnum):
    """What an audit proves about one job."""

    AGREES = "AGREES"
    PARTIAL = "PARTIAL"
    DIFFERS = "DIFFERS"
    UNREADABLE = "UNREADABLE"


@dataclass(frozen=True, slots=True)
class AuditFinding:
    """One thing in a job's folder: the file, the place in it, what is recorded and what derived.

    ``effect`` is its effect on the headline number.
    """

    kind: FindingKind
    file: str
    place: differences.Path
    cause: str
    recorded: str = ""
    derived: str = ""
    about: Contradiction = Contradiction.NONE
    effect: str = ""

    @property
    def member(self) -> str:
        """The place for people."""
        return show.printable(".".join(map(str, self.place)))

    @property
    def trial(self) -> str:
        """The trial that it is about; empty if it is about the job."""
        return self.file.partition("/")[0] if "/" in self.file else ""

    @property
    def clause(self) -> str:
        """The operation that the derived value of a difference rests on, if any."""
        return _CLAUSES.get(self.about, "") if self.kind is FindingKind.DIFFERS else ""


_CLAUSES = {
    Contradiction.REWARDS: "verifier",
    Contradiction.STEPS: "multi_step",
    Contradiction.FAILURE: "verifier",
    Contradiction.LOCK: "job",
    Contradiction.CONFIG: "job",
    Contradiction.NUMBERS: "job",
}


def found(  # noqa: PLR0913 - the fields of a finding
    file: str,
    place: differences.Path,
    cause: str,
    recorded: object = None,
    derived: object = None,
    *,
    about: Contradiction = Contradiction.NONE,
    kind: FindingKind = FindingKind.DIFFERS,
) -> AuditFinding:
    """Return a finding: by default that a recorded value does not follow."""
    compares = kind is FindingKind.DIFFERS or (recorded, derived) != (None, None)
    shown = (text(recorded), text(derived)) if compares else ("", "")
    return AuditFinding(kind, file, place, cause, *shown, about)


underived = partial(found, kind=FindingKind.UNDERIVED)
"""Returns the finding that a recorded value cannot be derived from the files."""

noted = partial(found, kind=FindingKind.NOTE)
"""Returns a note: nothing is wrong, but worth knowing."""


def text(value: object) -> str:
    """Return a value as findings show it."""
    if isinstance(value, int) and value.bit_length() > _MOST_BITS:
        return "an integer of more than 4,000 digits"  # which str() refuses
    if value is differences.Absent.ABSENT:
        return "missing"
    return show.shorten(show.printable("null" if value is None else str(value)))


_MOST_BITS = 13_000

NOT_RECORDED = "not recorded"
NOT_DERIVED = "not derived"


@dataclass(frozen=True, slots=True)
class Headline:
    """A metric or pass@k of a group of trials.

    The rewards of ``taken`` trials have no file, so the derived number rests on recorded ones.
    """

    group: str
    metric: str
    recorded: str
    derived: str
    trials: int
    taken: int = 0

    @property
    def agrees(self) -> bool:
        """Whether both are the same, or one of them is missing."""
        return self.recorded == self.derived or not self.is_compared

    @property
    def is_compared(self) -> bool:
        """Whether both are there."""
        return self.recorded != NOT_RECORDED and self.derived != NOT_DERIVED


@dataclass(frozen=True, slots=True)
class TrialReward:
    """A trial as a map of the job shows it: its group, its task, and its reward, if it has one."""

    group: str
    task: str
    trial: str
    reward: str
    number: float | None


@dataclass(frozen=True, slots=True)
class Audit:
    """What an audit of one job shows; ``name`` distinguishes it from others.

    ``rewards`` has the trials of a job, if the job is not too large to draw. ``values`` has what
    was derived besides the scores: counts, and each trial's rewards or exception.

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
    unreadable: bool = False
    rewards: tuple[TrialReward, ...] = ()
    values: Mapping[str, Value] = field(default_factory=dict)

    @property
    def verdict(self) -> JobVerdict:
        """What was proven about the job."""
        if self.differences:
            return JobVerdict.DIFFERS
        if self.unreadable:
            return JobVerdict.UNREADABLE
        return JobVerdict.AGREES if self.is_whole else JobVerdict.PARTIAL

    @property
    def differences(self) -> tuple[AuditFinding, ...]:
        """The findings that a recorded value does not follow."""
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
    """Return audits in the order of their paths, with the shortest names that differ."""
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
    unreadable = sum(audit.verdict is JobVerdict.UNREADABLE for audit in audits)
    jobs = f"{count_of(len(audits), 'job')}, {count_of(trials, 'trial')}"
    base = f"{jobs}, {derived:,} of them from their reward files"
    if unreadable:
        base += f"; {count_of(unreadable, 'job')} UNREADABLE"
    if wrong:
        found = sum(len(audit.differences) for audit in wrong)
        return f"DIFFERS: {count_of(found, 'difference')} in {len(wrong)} of {base}"
    if all(audit.is_empty for audit in audits):
        return f"NOTHING AUDITED: {base}"
    if unreadable:
        return f"UNREADABLE: {base}"
    if not all(audit.is_whole for audit in audits):
        return f"PARTIAL: what could be derived agrees: {base}"
    return f"AGREES: {base}"
