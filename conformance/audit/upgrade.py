"""What another release of harbor derives differently of recorded jobs."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from conformance.audit.findings import Audit, AuditFinding, Contradiction
from conformance.audit.stats import EVALS
from conformance.certification.verdict import count_of
from conformance.protocol import differences, show

type _Place = tuple[str, differences.Path]
type _Found = Mapping[_Place, AuditFinding]
"""The differences of one audit, by file and place."""


@dataclass(frozen=True, slots=True)
class JobChange:
    """One value of a recorded job that two releases derive differently, and why.

    ``recorded`` is what the job records where the first of them derives another value.
    """

    job: str
    what: str
    before: str
    after: str
    cause: str
    is_score: bool
    recorded: str = ""


@dataclass(frozen=True, slots=True)
class Upgrade:
    """What an upgrade does to recorded jobs; ``derived`` of ``trials`` have their reward files.

    ``contradicted`` trials record rewards that the first release does not derive from these.
    ``unread`` names the jobs of which nothing is proven: unreadable ones, or all if all are empty.
    """

    before: str
    after: str
    jobs: int
    trials: int
    derived: int
    changes: tuple[JobChange, ...]
    contradicted: int = 0
    unread: tuple[str, ...] = ()

    @property
    def verdict(self) -> str:
        """The outcome in one line."""
        base = f"{count_of(self.jobs, 'job')}, {count_of(self.trials, 'trial')}"
        between = f"from {self.before} to {self.after}"
        files = f"{self.derived:,} of them from their reward files"
        if self.contradicted:
            files += f"; {count_of(self.contradicted, 'trial')} with rewards that do not follow"
            files += f" from the reward files in {self.before}: audit shows them"
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
        sum(
            len({d.file for d in one.differences if d.about is Contradiction.REWARDS})
            for one, _ in pairs
        ),
        tuple(one.name for one, other in pairs if is_empty or one.unreadable or other.unreadable),
    )


def _changes(one: Audit, other: Audit) -> Iterator[JobChange]:
    lines = {(line.group, line.metric): line for line in one.headlines}
    scores: set[tuple[str, str]] = set()
    for line in other.headlines:
        earlier = lines.get((line.group, line.metric))
        before = earlier.derived if earlier else ""
        if before != line.derived:
            what, why = f"{line.group}: {line.metric}", "the score of the group"
            scores.add((before, line.derived))
            recorded = earlier.recorded if earlier and not earlier.agrees else ""
            yield JobChange(one.name, what, before, line.derived, why, True, recorded)  # noqa: FBT003
    first, second = ({(d.file, d.place): d for d in each.differences} for each in (one, other))
    for where in _outermost(first, second):
        told = second.get(where) or first[where]
        # Without a finding, a release derives what is recorded.
        before, after = (_derived(each, where) or told.recorded for each in (first, second))
        if _is_score(told) and (before, after) in scores:
            continue  # the score of a group, which has its line
        if before != after or not (_derived(first, where) and _derived(second, where)):
            what = f"{told.file} {told.member}".strip()
            recorded = told.recorded if _derived(first, where) else ""
            yield JobChange(one.name, what, before, after, told.cause, _is_score(told), recorded)


def _outermost(first: _Found, second: _Found) -> list[_Place]:
    """Return where values differ, without the places inside of others."""
    found = {*first, *second}
    places = [
        (file, at) for file, at in found if not any((file, at[:n]) in found for n in range(len(at)))
    ]
    return sorted(places, key=lambda where: (where[0], *map(str, where[1])))


def _derived(found: _Found, where: _Place) -> str:
    """Return what a release derives at a place, or the values inside of it that differ."""
    if where in found:
        return found[where].derived
    file, outer = where
    return ", ".join(
        f"{show.printable('.'.join(map(str, place[len(outer) :])))} {one.derived}"
        for (of, place), one in found.items()
        if of == file and place[: len(outer)] == outer
    )


def _is_score(finding: AuditFinding) -> bool:
    return finding.place[: len(EVALS)] == EVALS and finding.place[3:4] == ("metrics",)
