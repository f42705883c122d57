"""The work of a gate on two releases, as sent to a process, and its result."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from conformance.certification.plan import Step
from conformance.diagnosis.expected.deviations import ExpectedDeviations, PinnedCase
from conformance.examination.findings import CheckResult
from conformance.gate.changes import Change
from conformance.gate.coverage import Line, Reached
from conformance.implementations.released_harbor import Release
from conformance.protocol import show
from conformance.protocol.values import Case

REACH = "harbor-conformance-reach-"
"""The prefix of folders for counts of lines."""


@dataclass(frozen=True, slots=True)
class Ground:
    """Two releases, their watched lines, and a folder for the counts.

    For work ``elsewhere``, the releases are first installed there.
    """

    before: Release
    after: Release
    watched: tuple[tuple[Line, ...], tuple[Line, ...]] = ((), ())
    folder: str = ""
    elsewhere: bool = False


@dataclass(frozen=True, slots=True)
class PairTerms:
    """The generated cases, and the expectations of the later release.

    ``declared`` has the ``accepted`` changes, and the deviations that this project knows.
    """

    seed: int
    examples: int
    accepted: ExpectedDeviations
    declared: ExpectedDeviations


@dataclass(frozen=True, slots=True)
class Work:
    """A part of the work on a pair.

    It has steps, whose checks generate 1 of ``fewer`` cases; ``cases`` of a ``clause`` about the
    change; ``changes`` to confirm; or an operation to ``verify`` by its recorded answers, without
    the clauses in ``but``.
    """

    steps: tuple[Step, ...] = ()
    fewer: int = 1
    clause: str = ""
    cases: tuple[Case, ...] = ()
    changes: tuple[Change, ...] = ()
    verify: str = ""
    but: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class PairResult:
    """The result of one step on two releases.

    ``seen`` has the accepted or modelled changes that were seen, by the title of their entries;
    ``stale`` says which pinned cases no longer hold. A result that ``confirms`` a change has a
    problem if the change did not repeat.
    """

    result: CheckResult
    changes: tuple[Change, ...] = ()
    seen: Mapping[str, Change] = field(default_factory=dict)
    problems: tuple[str, ...] = ()
    stale: tuple[str, ...] = ()
    confirms: bool = False


@dataclass(frozen=True, slots=True)
class Shown:
    """The results of a part of the work and its lines, or why it failed."""

    results: tuple[PairResult, ...] = ()
    reached: Reached = frozenset()
    problem: str = ""


def title_of(entry: PinnedCase) -> str:
    """Return the name of a pinned case in reports."""
    return f"{entry.clause}: {show.case(entry.case)}"
