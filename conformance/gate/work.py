"""The work of a gate on two releases, as it is sent to a process, and what comes back."""

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
"""The beginning of the name of a folder for counts of lines."""


@dataclass(frozen=True, slots=True)
class Ground:
    """Two releases, the lines of each that are watched, and a folder for their counts.

    Where work is done ``elsewhere``, the releases are installed there first.
    """

    before: Release
    after: Release
    watched: tuple[tuple[Line, ...], tuple[Line, ...]] = ((), ())
    folder: str = ""
    elsewhere: bool = False


@dataclass(frozen=True, slots=True)
class PairTerms:
    """Which cases are generated, and what is expected of the later release.

    ``declared`` is what somebody ``accepted``, and the deviations that this project knows of.
    """

    seed: int
    examples: int
    accepted: ExpectedDeviations
    declared: ExpectedDeviations


@dataclass(frozen=True, slots=True)
class Work:
    """A part of the work on a pair.

    It has steps, of which a check generates one case in ``fewer``; ``cases`` of a ``clause`` about
    what changed; ``changes`` to confirm; or an operation to ``verify`` by its recorded answers,
    ``but`` those of some clauses.
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
    """What one step shows of two releases.

    ``seen`` has what is accepted or modelled and was seen, by the title of its entry; ``stale``
    says which pinned cases no longer hold. A result that ``confirms`` a change has a problem where
    the change did not repeat.
    """

    result: CheckResult
    changes: tuple[Change, ...] = ()
    seen: Mapping[str, Change] = field(default_factory=dict)
    problems: tuple[str, ...] = ()
    stale: tuple[str, ...] = ()
    confirms: bool = False


@dataclass(frozen=True, slots=True)
class Shown:
    """The results of a part of the work, the lines that it ran, or why it failed."""

    results: tuple[PairResult, ...] = ()
    reached: Reached = frozenset()
    problem: str = ""


def title_of(entry: PinnedCase) -> str:
    """Return the name of a pinned case in reports."""
    return f"{entry.clause}: {show.case(entry.case)}"
