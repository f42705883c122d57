"""By what a run says less than another: claims, clauses, declarations, questions, versions."""

from collections.abc import Iterator

from conformance.certification.plan import EXAMPLES, Profile
from conformance.certification.regression.change import Effect, RunChange, Standing, held
from conformance.certification.report import Run


def scope_changes(before: Run, after: Run) -> Iterator[RunChange]:
    """Yield what is claimed, asked, declared and left out otherwise, and under which versions."""
    yield from _claims(before, after)
    yield from _clauses(before, after)
    yield from held(
        [one.entry for one in before.declared],
        [one.entry for one in after.declared],
        "declared",
        "a deviation that is declared",
    )
    left_out = before.scope.restrictions, after.scope.restrictions
    yield from held(*left_out, "restriction", "a restriction")
    yield from _profile(before, after)
    yield from _conditions(before, after)


def _claims(before: Run, after: Run) -> Iterator[RunChange]:
    for operation in before.scope.claimed:
        if operation not in after.scope.claimed:
            why = "not claimed" if operation in after.scope.not_claimed else "not asked"
            what = f"{operation} is {why} any more"
            yield RunChange(f"claim:{operation}", Standing.GONE, Effect.WORSE, what)
    for operation in after.scope.claimed:
        if operation not in before.scope.claimed:
            what = f"{operation} is asked for the first time"
            yield RunChange(f"claim:{operation}", Standing.NEW, Effect.BETTER, what)


def _clauses(before: Run, after: Run) -> Iterator[RunChange]:
    """Yield clauses of claimed operations that one run alone asked, together an operation."""
    for operation, earlier in before.operations.items():
        if operation not in after.operations:
            continue
        later = after.operations[operation].clauses
        lost, added = earlier.clauses.keys() - later.keys(), later.keys() - earlier.clauses.keys()
        if lost:
            yield _lost(operation, sorted(lost), before, after)
        if added:
            what = f"{_named(sorted(added), operation)} asked for the first time"
            yield RunChange(f"clauses:{operation}", Standing.NEW, Effect.TOLD, what)


def _lost(operation: str, lost: list[str], before: Run, after: Run) -> RunChange:
    """Return what it means that clauses are not asked: another suite may have none of the name."""
    what = f"{_named(lost, operation)} not asked any more"
    if after.scope.restrictions or before.suite == after.suite:
        return RunChange(f"clauses:{operation}", Standing.GONE, Effect.WORSE, what)
    what += f": the suite {after.suite} has none of the name"
    return RunChange(f"clauses:{operation}", Standing.GONE, Effect.TOLD, what)


def _named(clauses: list[str], operation: str) -> str:
    if len(clauses) == 1:
        return f"{clauses[0]} is"
    return f"{len(clauses)} clauses of {operation} are"


_PROFILES = [str(profile) for profile in sorted(Profile, key=EXAMPLES.__getitem__)]


def _profile(before: Run, after: Run) -> Iterator[RunChange]:
    if before.profile == after.profile:
        return
    known = {before.profile, after.profile} <= set(_PROFILES)
    fewer = not known or _PROFILES.index(after.profile) < _PROFILES.index(before.profile)
    what = f"profile {after.profile} instead of {before.profile}"
    effect = Effect.WORSE if fewer else Effect.TOLD
    what += ", which asks less" if fewer else ""
    yield RunChange("profile", Standing.OTHER, effect, what)


def _conditions(before: Run, after: Run) -> Iterator[RunChange]:
    """Yield under what other conditions the runs were made; none of it is the candidate's doing."""
    earlier, later = before.provenance, after.provenance
    pairs = {
        "candidate": (_candidate(before), _candidate(after)),
        "suite": (before.suite, after.suite),
        "harbor": (earlier.harbor, later.harbor),
        "wheel": (earlier.wheel_digest, later.wheel_digest),
        "python": (earlier.python, later.python),
        "pydantic": (earlier.pydantic, later.pydantic),
        "pydantic-core": (earlier.pydantic_core, later.pydantic_core),
        "seed": (str(before.seed), str(after.seed)),
    }
    for name, (one, other) in pairs.items():
        if one != other:
            what = f"{name} {other} instead of {one}"
            yield RunChange(name, Standing.OTHER, Effect.TOLD, what)


def _candidate(report: Run) -> str:
    return f"{report.candidate.name} {report.candidate.version}".rstrip()
