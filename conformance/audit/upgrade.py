"""What another release of harbor derives differently of recorded jobs."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from conformance.audit.findings import Audit, text
from conformance.audit.rewards import is_of_value
from conformance.certification.verdict import count_of
from conformance.protocol import show
from conformance.protocol.differences import differences


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
    """What an upgrade does to recorded jobs; ``derived`` of ``trials`` have their reward files.

    ``unread`` names the jobs of which nothing is proven: unreadable ones, or all if all are empty.
    """

    before: str
    after: str
    jobs: int
    trials: int
    derived: int
    changes: tuple[JobChange, ...]
    unread: tuple[str, ...] = ()

    @property
    def verdict(self) -> str:
        """The outcome in one line."""
        base = f"{count_of(self.jobs, 'job')}, {count_of(self.trials, 'trial')}"
        between = f"from {self.before} to {self.after}"
        files = f"{self.derived:,} of them from their reward files"
        if self.unread:
            names = show.shorten(show.printable(", ".join(self.unread)), 200)
            files += f"; nothing could be compared in {count_of(len(self.unread), 'job')}, "
            files += f"audit shows why: {names}"
        if not self.changes:
            return f"no change {between} in {base}; {files}"
        scores = f"{sum(change.is_score for change in self.changes)} of them scores"
        return f"{count_of(len(self.changes), 'change')}, {scores}, in {base} {between}; {files}"


def upgrade(pairs: Sequence[tuple[Audit, Audit]], before: str, after: str) -> Upgrade:
    """Return what changes between the audits of the same jobs by two releases."""
    is_empty = all(one.is_empty for one, _ in pairs)
    return Upgrade(
        before,
        after,
        len(pairs),
        sum(one.trials for one, _ in pairs),
        sum(one.derived for one, _ in pairs),
        tuple(change for pair in pairs for change in _changes(*pair)),
        tuple(one.name for one, other in pairs if is_empty or one.unreadable or other.unreadable),
    )


def _changes(one: Audit, other: Audit) -> Iterator[JobChange]:
    causes = {found.file: found.cause for found in (*one.differences, *other.differences)}
    for place in dict.fromkeys([*one.answers, *other.answers]):
        is_score, what = place
        before, after = (side.answers.get(place) for side in (one, other))
        if any(map(is_of_value, differences(before, after))):
            cause = "the score of the group" if is_score else causes.get(what, "the trials give it")
            sides = text(before), text(after)
            yield JobChange(one.name, show.printable(what), *sides, cause, is_score)
