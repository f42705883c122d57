"""Whether a run is worse than another: a verdict on all in which they differ."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from conformance.certification.report import Run
from conformance.certification.run_changes import (
    DIVERGENCE,
    Effect,
    RunChange,
    Standing,
    run_changes,
)


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
        return self._of(Effect.WORSE)

    @property
    def verdict(self) -> str:
        """The comparison in one line."""
        divergent = [one.standing for one in self.changes if one.name.startswith(DIVERGENCE)]
        counts = (Standing.NEW, Standing.GONE, Standing.SAME)
        divergences = ", ".join(f"{divergent.count(one)} {one}" for one in counts)
        accepted = len(self._of(Effect.ACCEPTED))
        parts = [f"divergent clauses {divergences}"]
        parts += [f"{len(self.worse)} worse"] if self.worse else []
        parts += [f"{accepted} accepted"] if accepted else []
        word = "WORSE" if self.worse else "NOT WORSE"
        return f"{word}: {self.after.name} against {self.before.name}: {'; '.join(parts)}"

    def _of(self, effect: Effect) -> list[RunChange]:
        return [change for change in self.changes if change.effect is effect]


def regression(before: Named, after: Named, accepted: Sequence[str] = ()) -> Regression:
    """Return how a run stands against another; what is ``accepted`` is named as changes are."""
    changes = list(run_changes(before.report, after.report))
    if all(change.effect is not Effect.WORSE for change in changes):
        changes += _of_verdict(before.report, after.report)
    return Regression(before, after, tuple(_accept(change, accepted) for change in changes))


def _of_verdict(before: Run, after: Run) -> Iterator[RunChange]:
    """Yield that the verdict fell, if it did."""
    if (before.exit_code == 0 != after.exit_code) or (before.conformant > after.conformant):
        what = f"exit status {after.exit_code} instead of {before.exit_code}: {after.verdict}"
        yield RunChange("verdict", Standing.OTHER, Effect.WORSE, what)


def _accept(change: RunChange, accepted: Sequence[str]) -> RunChange:
    if change.effect is Effect.WORSE and change.name in accepted:
        return replace(change, effect=Effect.ACCEPTED)
    return change
