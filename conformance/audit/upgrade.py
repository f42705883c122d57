"""What another release of harbor derives differently of recorded jobs."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from conformance.audit.findings import Audit, AuditFinding, count
from conformance.audit.stats import EVALS


@dataclass(frozen=True, slots=True)
class JobChange:
    """One value of a recorded job that two releases derive differently, and why."""

    job: str
    what: str
    before: str
    after: str
    cause: str
    is_score: bool


@dataclass(frozen=True, slots=True)
class Upgrade:
    """What an upgrade does to recorded jobs; ``derived`` of ``trials`` have their reward files."""

    before: str
    after: str
    jobs: int
    trials: int
    derived: int
    changes: tuple[JobChange, ...]

    @property
    def verdict(self) -> str:
        """The outcome in one line."""
        base = f"{count(self.jobs, 'job')}, {count(self.trials, 'trial')}"
        files = f"{self.derived:,} of them from their reward files"
        if not self.changes:
            return f"none of your {base} changes from {self.before} to {self.after}; {files}"
        scores = sum(change.is_score for change in self.changes)
        counts = f"{scores} of them scores"
        of = f"in {base} from {self.before} to {self.after}"
        return f"{count(len(self.changes), 'change')}, {counts}, {of}; {files}"


def upgrade(pairs: Sequence[tuple[Audit, Audit]], before: str, after: str) -> Upgrade:
    """Return what changes between the audits of the same jobs by two releases."""
    return Upgrade(
        before,
        after,
        len(pairs),
        sum(one.trials for one, _ in pairs),
        sum(one.derived for one, _ in pairs),
        tuple(change for pair in pairs for change in _changes(*pair)),
    )


def _changes(one: Audit, other: Audit) -> Iterator[JobChange]:
    values = {(line.group, line.metric): line.derived for line in one.headlines}
    scores: set[tuple[str, str]] = set()
    for line in other.headlines:
        before = values.get((line.group, line.metric), "")
        if before != line.derived:
            what, why = f"{line.group}: {line.metric}", "the score of the group"
            scores.add((before, line.derived))
            yield JobChange(one.name, what, before, line.derived, why, is_score=True)
    first, second = ({(d.file, d.member): d for d in each.differences} for each in (one, other))
    for where in sorted({*first, *second}):
        told = second.get(where) or first[where]
        # Without a finding, a release derives what is recorded.
        before, after = (
            each[where].derived if where in each else told.recorded for each in (first, second)
        )
        if _is_score(told) and (before, after) in scores:
            continue  # the score of a group, which has its line
        if before != after or not (where in first and where in second):
            what = " ".join(where).strip()
            yield JobChange(one.name, what, before, after, told.cause, _is_score(told))


def _is_score(finding: AuditFinding) -> bool:
    return finding.place[: len(EVALS)] == EVALS and finding.place[3:4] == ("metrics",)
