"""Whether a run is worse than another: every difference of two reports, and a verdict on them.

A wrong answer that was not there before is worse, and so is everything by which a run says
less than it did: a claim that is dropped, a clause that is not asked, a deviation that is declared.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from conformance.certification.regression.change import (
    Effect,
    RunChange,
    Standing,
    held,
    of_effect,
    standing_of,
)
from conformance.certification.regression.scope import scope_changes
from conformance.certification.report import Run
from conformance.certification.report_parts import ClauseCounts, ReportedCause, ReportedFinding
from conformance.protocol.differences import Kind

DIVERGENCE = "divergence:"
"""What the names of divergent clauses begin with."""


@dataclass(frozen=True, slots=True)
class Named:
    """A report, and what it was called on the command line."""

    name: str
    report: Run


@dataclass(frozen=True, slots=True)
class Regression:
    """A run against another: what is new, gone and the same, and what that means."""

    before: Named
    after: Named
    changes: tuple[RunChange, ...]

    @property
    def worse(self) -> list[RunChange]:
        """What is worse, and nobody has accepted."""
        return of_effect(self.changes, Effect.WORSE)

    @property
    def verdict(self) -> str:
        """The comparison in one line."""
        counts = dict.fromkeys(Standing, 0)
        for change in self.changes:
            if change.name.startswith(DIVERGENCE):
                counts[change.standing] += 1
        divergences = ", ".join(
            f"{counts[one]} {one}" for one in (Standing.NEW, Standing.GONE, Standing.SAME)
        )
        accepted = len(of_effect(self.changes, Effect.ACCEPTED))
        parts = [f"divergent clauses {divergences}"]
        parts += [f"{len(self.worse)} worse"] if self.worse else []
        parts += [f"{accepted} accepted"] if accepted else []
        word = "WORSE" if self.worse else "NOT WORSE"
        return f"{word}: {self.after.name} against {self.before.name}: {'; '.join(parts)}"


def regression(before: Named, after: Named, accepted: Sequence[str] = ()) -> Regression:
    """Return how a run stands against another; what is ``accepted`` is named as changes are."""
    changes = _with_verdict(before.report, after.report, list(_changes(before, after)))
    return Regression(before, after, tuple(_accept(change, accepted) for change in changes))


def _accept(change: RunChange, accepted: Sequence[str]) -> RunChange:
    if change.effect is Effect.WORSE and change.name in accepted:
        return replace(change, effect=Effect.ACCEPTED)
    return change


def _changes(before: Named, after: Named) -> Iterator[RunChange]:
    earlier, later = before.report, after.report
    yield from _causes(earlier, later)
    yield from _divergences(earlier, later)
    yield from _spoilt(earlier, later)
    yield from _exactness(earlier, later)
    yield from held(earlier.faults, later.faults, "fault", "a break of the protocol")
    yield from held(earlier.stale, later.stale, "stale", "expected deviations that do not hold")
    yield from scope_changes(earlier, later)


def _with_verdict(before: Run, after: Run, changes: list[RunChange]) -> list[RunChange]:
    """Return changes with that of the verdict, where it fell and nothing else says why."""
    fell = (before.exit_code == 0 != after.exit_code) or (before.conformant > after.conformant)
    if fell and not of_effect(changes, Effect.WORSE):
        what = f"exit status {after.exit_code} instead of {before.exit_code}: {after.verdict}"
        changes.append(RunChange("verdict", Standing.OTHER, Effect.WORSE, what))
    return changes


def _divergences(before: Run, after: Run) -> Iterator[RunChange]:
    """Yield each divergent clause with its gravest case; what is not asked any more is not gone."""
    earlier, later = _by_clause(before.findings), _by_clause(after.findings)
    for clause in dict.fromkeys([*later, *earlier]):
        if clause not in later and not _is_settled(after.clauses.get(clause)):
            continue
        found = later.get(clause) or earlier[clause]
        standing, effect = standing_of(clause in earlier, clause in later)
        what = f"{clause}: {found.kind}"
        if standing is Standing.NEW and clause not in before.clauses:
            what += ", where nothing was asked before"
        yield RunChange(f"{DIVERGENCE}{clause}", standing, effect, what, found.asked, found.repeat)
        if standing is Standing.SAME and _gravity(found) < _gravity(earlier[clause]):
            what = f"{clause}: {found.kind}, and before {earlier[clause].kind}"
            graver = RunChange(f"graver:{clause}", Standing.OTHER, Effect.WORSE, what)
            yield replace(graver, asked=found.asked, repeat=found.repeat)


def _by_clause(findings: Sequence[ReportedFinding]) -> dict[str, ReportedFinding]:
    """Return the gravest finding of each clause; reports have the gravest first."""
    return {found.clause: found for found in reversed(findings)}


_KINDS = [kind.words for kind in Kind]


def _gravity(found: ReportedFinding) -> int:
    """Return the place of a finding's kind; one that this suite does not know is the gravest."""
    return _KINDS.index(found.kind) if found.kind in _KINDS else -1


def _is_settled(counts: ClauseCounts | None) -> bool:
    return counts is not None and counts.complete and counts.cases > 0


def _causes(before: Run, after: Run) -> Iterator[RunChange]:
    """Yield causes; a new one that may explain what nothing explained before is no news."""
    for cause in after.causes:
        known = any(_alike(cause, other) for other in before.causes)
        standing, effect = standing_of(known, after=True)
        if set(cause.clauses) & set(before.unexplained.clauses):
            effect = Effect.TOLD
        yield _cause(cause, standing, effect)
    for cause in before.causes:
        asked = all(_is_settled(after.clauses.get(clause)) for clause in cause.clauses)
        if asked and not any(_alike(cause, other) for other in after.causes):
            yield _cause(cause, Standing.GONE, Effect.BETTER)


def _cause(cause: ReportedCause, standing: Standing, effect: Effect) -> RunChange:
    name = "+".join(cause.deviations)
    return RunChange(f"cause:{name}", standing, effect, f"{name}: {cause.description}")


def _alike(one: ReportedCause, other: ReportedCause) -> bool:
    """Return whether two causes may be the same: one is named, or predicts the same."""
    names = {*one.deviations, *one.alike}
    return not names.isdisjoint({*other.deviations, *other.alike})


def _spoilt(before: Run, after: Run) -> Iterator[RunChange]:
    """Yield clauses that passed in one run, and neither passed nor diverged in the other."""
    divergent = {one.clause for one in (*before.findings, *after.findings)}
    for clause, later in after.clauses.items():
        earlier = before.clauses.get(clause)
        if earlier is None or earlier.passed is later.passed or clause in divergent:
            continue
        standing = Standing.NEW if later.passed else Standing.GONE
        effect = Effect.BETTER if later.passed else Effect.WORSE
        what = "it passes now" if later.passed else "it passed, and now it has no result to rely on"
        yield RunChange(f"clause:{clause}", standing, effect, f"{clause}: {what}")


def _exactness(before: Run, after: Run) -> Iterator[RunChange]:
    for clause, counts in after.clauses.items():
        earlier = before.clauses.get(clause)
        if earlier is None or not (earlier.passed and counts.passed):
            continue
        if earlier.agreement != counts.agreement:
            worse = counts.agreement == "equal"
            how = "equal, and not exactly alike" if worse else "exactly alike, and not only equal"
            effect = Effect.WORSE if worse else Effect.BETTER
            yield RunChange(f"exact:{clause}", Standing.OTHER, effect, f"{clause}: {how}")
