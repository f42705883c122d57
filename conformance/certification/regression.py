"""Whether a run is worse than an earlier one: every difference, and what it means to users.

A run states facts, each with a rank. A fact whose rank rises is worse: a new wrong answer, and
everything by which a run claims less, such as an operation that is dropped, or a deviation that is
declared.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import chain

from conformance.certification.plan import EXAMPLES, Profile
from conformance.certification.report import Run
from conformance.certification.report_parts import ReportedFinding
from conformance.operations.clause import Level
from conformance.protocol.differences import Kind


class Standing(StrEnum):
    """Whether what is wrong is new, gone or the same; ``other`` if nothing is wrong."""

    NEW = "new"
    GONE = "gone"
    SAME = "same"
    OTHER = "other"


class Effect(StrEnum):
    """What a change means to users of the earlier run."""

    WORSE = "worse"
    BETTER = "better"
    TOLD = "told"


@dataclass(frozen=True, slots=True)
class RunFact:
    """A fact of a run, in words; ``rank`` says how bad it is, ``without`` how bad its absence is.

    ``about`` are words that stay the same; ``asked`` and ``repeat`` are as in a change.
    """

    what: str
    rank: int = 0
    without: int = 0
    about: str = ""
    asked: str = ""
    repeat: str = ""


_EXACT, _EQUAL, _NOT_RUN, _WRONG = range(4)
"""Ranks of clauses; from the last on, something is wrong."""


@dataclass(frozen=True, slots=True)
class RunChange:
    """A fact that changed, or that is wrong in both runs, and its description.

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
        """The changes for the worse."""
        return [change for change in self.changes if change.effect is Effect.WORSE]

    @property
    def verdict(self) -> str:
        """The comparison in one line."""
        divergent = [one.standing for one in self.changes if one.name.startswith(_CLAUSE)]
        counts = (Standing.NEW, Standing.GONE, Standing.SAME)
        divergences = ", ".join(f"{divergent.count(one)} {one}" for one in counts)
        worse = f"; {len(self.worse)} worse" if self.worse else ""
        word = "WORSE" if self.worse else "NOT WORSE"
        names = f"{self.after.name} against {self.before.name}"
        return f"{word}: {names}: divergent clauses {divergences}{worse}"


def regression(before: Named, after: Named) -> Regression:
    """Compare a run with another."""
    one, other = before.report, after.report
    both = one.operations.keys() & other.operations.keys()
    earlier, later = _facts(one, both), _facts(other, both)
    changes = []
    for name in dict.fromkeys([*later, *earlier]):
        change = _change(name, earlier.get(name), later.get(name))
        if change and name not in later and name.startswith(_CLAUSE) and one.suite != other.suite:
            change = replace(change, effect=Effect.TOLD)  # the other suite has no such clause
        changes += [change] if change else []
    fell = one.exit_code == 0 != other.exit_code or one.conformant > other.conformant
    if fell and all(change.effect is not Effect.WORSE for change in changes):
        what = f"exit status {other.exit_code} instead of {one.exit_code}: {other.verdict}"
        changes.append(RunChange("verdict", Standing.OTHER, Effect.WORSE, what))
    return Regression(before, after, tuple(changes))


_CLAUSE = "clause:"
"""The prefix of the names of clauses."""


def _change(name: str, before: RunFact | None, after: RunFact | None) -> RunChange | None:
    """Return what became of a fact; None if it is the same, and nothing is wrong.

    What is wrong, and was not run again, is not gone.
    """
    fact = after or before or RunFact("")
    was, now = (fact.without if one is None else one.rank for one in (before, after))
    what = fact.what if after else f"not any more: {fact.what}"
    if before and after and before.what != after.what:
        what += f", and before {before.what}"
    elif before and after and was < _WRONG:
        return None
    effect = Effect.WORSE if now > was else Effect.BETTER if now < was else Effect.TOLD
    standing = Standing.OTHER
    if now >= _WRONG:
        standing = Standing.SAME if was >= _WRONG else Standing.NEW
    elif was >= _WRONG:
        standing, effect = Standing.GONE, Effect.BETTER
        if now == _NOT_RUN:
            standing, effect = Standing.OTHER, Effect.TOLD
    return RunChange(name, standing, effect, f"{fact.about}{what}", fact.asked, fact.repeat)


def _facts(run: Run, operations: Collection[str]) -> dict[str, RunFact]:
    """Return the facts of a run by their names; of clauses, only those of some operations."""
    return dict(chain(_clauses(run, operations), _defects(run), _claims(run), _conditions(run)))


def _clauses(run: Run, operations: Collection[str]) -> Iterator[tuple[str, RunFact]]:
    """Yield how each clause agrees, with the gravest case of a divergence."""
    gravest = {one.clause: one for one in reversed(run.findings)}  # reports have it first
    for clause, counts in run.clauses.items():
        found, about = gravest.get(clause), f"{clause}: "
        if counts.passed:
            is_exact = counts.agreement == "exact"
            how = "exactly alike" if is_exact else "equal, and not exactly alike"
            fact = RunFact(how, _EXACT if is_exact else _EQUAL, _NOT_RUN, about)
        elif found is None:
            fact = RunFact("no result to rely on", _NOT_RUN, _NOT_RUN, about)
        else:
            rank, case = _WRONG + len(Kind) - _gravity(found), (found.asked, found.repeat)
            fact = RunFact(found.kind, rank, _NOT_RUN, about, *case)
        if clause.partition(".")[0] in operations:
            yield f"{_CLAUSE}{clause}", fact


def _gravity(found: ReportedFinding) -> int:
    """Return the place of a finding's kind; an unknown kind is the most serious."""
    return next((kind for kind in Kind if kind.words == found.kind), 0)


def _defects(run: Run) -> Iterator[tuple[str, RunFact]]:
    """Yield what is wrong in the whole run, or is not claimed."""
    stale = "expected deviations that do not hold"
    declared = [one.entry for one in run.declared]
    for name, about, members in (
        ("fault", "a break of the protocol", run.faults),
        ("stale", stale, run.stale),
        ("declared", "a deviation that is declared", declared),
        ("restriction", "a restriction", run.scope.restrictions),
    ):
        yield from ((f"{name}:{one}", RunFact(one, _WRONG, about=f"{about}: ")) for one in members)


def _claims(run: Run) -> Iterator[tuple[str, RunFact]]:
    """Yield what the run claims: operations, profile and level."""
    for operation in run.scope.claimed:
        yield f"claim:{operation}", RunFact(f"{operation} is run", without=_NOT_RUN)
    profiles = [str(one) for one in sorted(Profile, key=EXAMPLES.__getitem__, reverse=True)]
    rank = profiles.index(run.profile) if run.profile in profiles else len(profiles)
    yield "profile", RunFact(f"profile {run.profile}", rank)
    yield "level", RunFact(f"level {run.level}", [*reversed(Level)].index(run.level))


def _conditions(run: Run) -> Iterator[tuple[str, RunFact]]:
    """Yield the conditions of a run, which the candidate does not decide."""
    told = run.provenance
    conditions = {
        "candidate": f"{run.candidate.name} {run.candidate.version}".rstrip(),
        "suite": run.suite,
        "harbor": told.harbor,
        "wheel": told.wheel_digest,
        "python": told.python,
        "pydantic": told.pydantic,
        "pydantic-core": told.pydantic_core,
        "seed": str(run.seed),
    }
    for name, value in conditions.items():
        yield name, RunFact(f"{name} {value}")
