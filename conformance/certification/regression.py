"""Whether a run is worse than an earlier one: every difference, and what it means to users.

A new wrong answer is worse, and so is everything by which a run claims less: a dropped operation, a
clause that is not run, a new expected deviation.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from conformance.certification.plan import EXAMPLES, Profile
from conformance.certification.report import Run
from conformance.certification.report_parts import ReportedCause, ReportedFinding
from conformance.operations.clause import Level
from conformance.protocol.differences import Kind


class Standing(StrEnum):
    """Whether only the later run has something, only the earlier one, or both."""

    NEW = "new"
    GONE = "gone"
    SAME = "same"
    OTHER = "other"


class Effect(StrEnum):
    """What a change means to users of the earlier run."""

    WORSE = "worse"
    ACCEPTED = "accepted"
    BETTER = "better"
    TOLD = "told"


@dataclass(frozen=True, slots=True)
class RunChange:
    """One change: its name, by which it can be accepted, and its description.

    ``asked`` and ``repeat`` are the case that shows it and the command that repeats it.
    """

    name: str
    standing: Standing
    effect: Effect
    what: str
    asked: str = ""
    repeat: str = ""


@dataclass(frozen=True, slots=True)
class Named:
    """A report, and its name on the command line."""

    name: str
    report: Run


@dataclass(frozen=True, slots=True)
class Regression:
    """A run compared with another: what is new, gone and the same, and what that means."""

    before: Named
    after: Named
    changes: tuple[RunChange, ...]

    @property
    def worse(self) -> list[RunChange]:
        """The changes for the worse that are not accepted."""
        return [change for change in self.changes if change.effect is Effect.WORSE]

    @property
    def verdict(self) -> str:
        """The comparison in one line."""
        divergent = [one.standing for one in self.changes if one.name.startswith(_DIVERGENCE)]
        counts = (Standing.NEW, Standing.GONE, Standing.SAME)
        divergences = ", ".join(f"{divergent.count(one)} {one}" for one in counts)
        accepted = [one.effect for one in self.changes].count(Effect.ACCEPTED)
        parts = [f"divergent clauses {divergences}"]
        parts += [f"{len(self.worse)} worse"] if self.worse else []
        parts += [f"{accepted} accepted"] if accepted else []
        word = "WORSE" if self.worse else "NOT WORSE"
        return f"{word}: {self.after.name} against {self.before.name}: {'; '.join(parts)}"


def regression(before: Named, after: Named, accepted: Sequence[str] = ()) -> Regression:
    """Compare a run with another; ``accepted`` has the names of changes."""
    one, other = before.report, after.report
    changes = list(_changes(one, other))
    fell = one.exit_code == 0 != other.exit_code or one.conformant > other.conformant
    if fell and all(change.effect is not Effect.WORSE for change in changes):
        what = f"exit status {other.exit_code} instead of {one.exit_code}: {other.verdict}"
        changes.append(RunChange("verdict", Standing.OTHER, Effect.WORSE, what))
    for place, change in enumerate(changes):
        if change.effect is Effect.WORSE and change.name in accepted:
            changes[place] = replace(change, effect=Effect.ACCEPTED)
    return Regression(before, after, tuple(changes))


_DIVERGENCE = "divergence:"
"""The prefix of the names of divergent clauses."""


def _changes(before: Run, after: Run) -> Iterator[RunChange]:
    yield from _causes(before, after)
    yield from _divergences(before, after)
    yield from _passes(before, after)
    yield from _unwanted("fault", "a break of the protocol", before.faults, after.faults)
    stale = "expected deviations that do not hold"
    yield from _unwanted("stale", stale, before.stale, after.stale)
    yield from _claims(before, after)
    yield from _clauses(before, after)
    entries = ([one.entry for one in run.declared] for run in (before, after))
    yield from _unwanted("declared", "a deviation that is declared", *entries)
    restrictions = before.scope.restrictions, after.scope.restrictions
    yield from _unwanted("restriction", "a restriction", *restrictions)
    profiles = [str(profile) for profile in sorted(Profile, key=EXAMPLES.__getitem__)]
    yield from _narrower("profile", profiles, "asks", before.profile, after.profile)
    yield from _narrower("level", [*Level], "requires", before.level, after.level)
    earlier, later = _conditions_of(before), _conditions_of(after)
    for name, value in later.items():
        if earlier[name] != value:
            yield _other(name, Effect.TOLD, f"{name} {value} instead of {earlier[name]}")


def _other(name: str, effect: Effect, what: str) -> RunChange:
    return RunChange(name, Standing.OTHER, effect, what)


def _unwanted(
    name: str, what: str, before: Collection[str], after: Collection[str]
) -> Iterator[RunChange]:
    """Yield which defects are new, gone and the same."""
    for one in dict.fromkeys([*after, *before]):
        standing, effect = _standing(before=one in before, after=one in after)
        yield RunChange(f"{name}:{one}", standing, effect, f"{what}: {one}")


def _standing(*, before: bool, after: bool) -> tuple[Standing, Effect]:
    """Return the change of a defect."""
    if before and after:
        return Standing.SAME, Effect.TOLD
    return (Standing.NEW, Effect.WORSE) if after else (Standing.GONE, Effect.BETTER)


def _causes(before: Run, after: Run) -> Iterator[RunChange]:
    """Yield causes; a new one that may explain earlier unexplained cases is not reported as new."""
    for cause in after.causes:
        known = any(_alike(cause, other) for other in before.causes)
        standing, effect = _standing(before=known, after=True)
        if set(cause.clauses) & set(before.unexplained.clauses):
            effect = Effect.TOLD
        yield _cause(cause, standing, effect)
    for cause in before.causes:
        run = all(_is_settled(after, clause) for clause in cause.clauses)
        if run and not any(_alike(cause, other) for other in after.causes):
            yield _cause(cause, Standing.GONE, Effect.BETTER)


def _cause(cause: ReportedCause, standing: Standing, effect: Effect) -> RunChange:
    title = f"{cause.name}: {cause.description}" if cause.deviations else cause.description
    return RunChange(f"cause:{cause.name}", standing, effect, title)


def _alike(one: ReportedCause, other: ReportedCause) -> bool:
    """Return whether two causes may be the same: they share a name, or predict the same."""
    names = {one.name, *one.deviations, *one.alike}
    return not names.isdisjoint({other.name, *other.deviations, *other.alike})


def _is_settled(run: Run, clause: str) -> bool:
    counts = run.clauses.get(clause)
    return counts is not None and counts.complete and counts.cases > 0


def _divergences(before: Run, after: Run) -> Iterator[RunChange]:
    """Yield each divergent clause with its worst case; one that no longer runs is not gone."""
    earlier, later = _gravest(before), _gravest(after)
    for clause in dict.fromkeys([*later, *earlier]):
        if clause not in later and not _is_settled(after, clause):
            continue
        found = later.get(clause) or earlier[clause]
        standing, effect = _standing(before=clause in earlier, after=clause in later)
        what = f"{clause}: {found.kind}"
        if standing is Standing.NEW and clause not in before.clauses:
            what += ", in a clause that was not run before"
        case = found.asked, found.repeat
        yield RunChange(f"{_DIVERGENCE}{clause}", standing, effect, what, *case)
        if standing is Standing.SAME and _gravity(found) < _gravity(earlier[clause]):
            what = f"{clause}: {found.kind}, and before {earlier[clause].kind}"
            yield RunChange(f"graver:{clause}", Standing.OTHER, Effect.WORSE, what, *case)


def _gravest(run: Run) -> Mapping[str, ReportedFinding]:
    """Return the most serious finding of each clause; reports have it first."""
    return {found.clause: found for found in reversed(run.findings)}


def _gravity(found: ReportedFinding) -> int:
    """Return the rank of a finding's kind; an unknown kind is the most serious."""
    return next((kind for kind in Kind if kind.words == found.kind), -1)


def _passes(before: Run, after: Run) -> Iterator[RunChange]:
    """Yield clauses without a divergence that passed in only one run, or less exactly."""
    divergent = {*before.divergent_clauses, *after.divergent_clauses}
    for clause, later in after.clauses.items():
        earlier = before.clauses.get(clause)
        if earlier is None or clause in divergent or not (earlier.passed or later.passed):
            continue
        if not earlier.passed:
            what = f"{clause}: it passes now"
            yield RunChange(f"clause:{clause}", Standing.NEW, Effect.BETTER, what)
        elif not later.passed:
            what = f"{clause}: it passed, and now it has no result to rely on"
            yield RunChange(f"clause:{clause}", Standing.GONE, Effect.WORSE, what)
        elif earlier.agreement != later.agreement == "equal":
            yield _other(f"exact:{clause}", Effect.WORSE, f"{clause}: equal, and not exactly alike")
        elif earlier.agreement != later.agreement:
            what = f"{clause}: exactly alike, and not only equal"
            yield _other(f"exact:{clause}", Effect.BETTER, what)


def _claims(before: Run, after: Run) -> Iterator[RunChange]:
    earlier, later = before.scope.claimed, after.scope.claimed
    for operation in (one for one in earlier if one not in later):
        why = "not claimed" if operation in after.scope.not_claimed else "not run"
        what = f"{operation} is {why} any more"
        yield RunChange(f"claim:{operation}", Standing.GONE, Effect.WORSE, what)
    for operation in (one for one in later if one not in earlier):
        what = f"{operation} runs for the first time"
        yield RunChange(f"claim:{operation}", Standing.NEW, Effect.BETTER, what)


def _clauses(before: Run, after: Run) -> Iterator[RunChange]:
    """Yield clauses of claimed operations that only one run has, grouped by operation.

    A lost clause is not reported if the other suite has no clause of that name.
    """
    narrowed = after.scope.restrictions or before.suite == after.suite
    for operation in (one for one in before.operations if one in after.operations):
        earlier, later = (run.operations[operation].clauses.keys() for run in (before, after))
        if lost := sorted(earlier - later):
            what = f"{_named(lost, operation)} not run any more"
            what += "" if narrowed else f": the suite {after.suite} has no such clause"
            effect = Effect.WORSE if narrowed else Effect.TOLD
            yield RunChange(f"clauses:{operation}", Standing.GONE, effect, what)
        if added := sorted(later - earlier):
            what = f"{_named(added, operation)} run for the first time"
            yield RunChange(f"clauses:{operation}", Standing.NEW, Effect.TOLD, what)


def _named(clauses: Sequence[str], operation: str) -> str:
    one = len(clauses) == 1
    return f"{clauses[0]} is" if one else f"{len(clauses)} clauses of {operation} are"


def _narrower(
    name: str, order: Sequence[str], verb: str, before: str, after: str
) -> Iterator[RunChange]:
    """Yield a different profile or level; an unknown one counts as less."""
    if before != after:
        known = {before, after} <= set(order)
        fewer = not known or order.index(after) < order.index(before)
        what = f"{name} {after} instead of {before}" + fewer * f", which {verb} less"
        yield _other(name, Effect.WORSE if fewer else Effect.TOLD, what)


def _conditions_of(run: Run) -> Mapping[str, str]:
    """Return the conditions of a run, which the candidate does not decide."""
    told = run.provenance
    return {
        "candidate": f"{run.candidate.name} {run.candidate.version}".rstrip(),
        "suite": run.suite,
        "harbor": told.harbor,
        "wheel": told.wheel_digest,
        "python": told.python,
        "pydantic": told.pydantic,
        "pydantic-core": told.pydantic_core,
        "seed": str(run.seed),
    }
