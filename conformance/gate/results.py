"""The result of a gate for each pair of releases, and the file of accepted changes."""

import itertools
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from conformance.certification import ExitCode
from conformance.diagnosis.deciding import Decisive
from conformance.diagnosis.diagnosis import NOTHING_WRONG, Diagnosis
from conformance.examination.findings import Observation
from conformance.gate.changes import Change, PairResult, changes_of
from conformance.gate.coverage import Reach
from conformance.implementations.environments.versions import Pair
from conformance.implementations.installed_harbor import is_recorded
from conformance.implementations.released_harbor import Release
from conformance.operations import REGISTRY
from conformance.operations.comparing import diverges

INTERRUPTED = "interrupted before every case was run"
"""Why a pair is incomplete if the user stopped the gate."""


@dataclass(frozen=True, slots=True)
class Conditions:
    """The interpreter, the wheels, and the packages that both releases have.

    ``absent`` are operations that one of the releases lacks.
    """

    python: str
    digests: tuple[str, str]
    pinned: tuple[bool, bool]
    equal: tuple[str, ...]
    unequal: tuple[str, ...]
    absent: tuple[str, ...] = ()


def absent_of(*releases: Release) -> dict[str, str]:
    """Return the operations that cannot be run with one release, and why."""
    needed = {name: one.needs for name, one in REGISTRY.items() if one.needs}
    absent = {}
    for one, (name, module) in itertools.product(releases, needed.items()):
        if not (one.package / module).is_file():
            absent[name] = f"{name}: {one.version} has no harbor/{module}"
        elif one.provenance.pinned and not is_recorded(name, one.version):
            absent[name] = f"{name}: it is not driven in {one.version}"
    return absent


def conditions_of(before: Release, after: Release) -> Conditions:
    """Return what two releases have in common, and what differs."""
    names = sorted(before.versions.keys() & after.versions.keys() - {"harbor"})
    both = [(name, before.versions[name], after.versions[name]) for name in names]
    return Conditions(
        python=before.provenance.python,
        digests=(before.provenance.wheel_digest, after.provenance.wheel_digest),
        pinned=(before.provenance.pinned, after.provenance.pinned),
        equal=tuple(f"{name} {first}" for name, first, second in both if first == second),
        unequal=tuple(f"{name} {one} → {other}" for name, one, other in both if one != other),
        absent=tuple(absent_of(before, after).values()),
    )


@dataclass(frozen=True, slots=True)
class Accepted:
    """An accepted change, the reason, and the number of cases that show it."""

    title: str
    cause: str
    source: str
    cases: int


@dataclass(frozen=True, slots=True)
class Gated:
    """The result for two releases.

    ``cases`` counts the cases by operation; ``changes`` are those that are not accepted.
    ``undriven`` says what could not be run, and why; ``stale`` which accepted changes are absent or
    different. ``diverging`` has everything that is not modelled; ``reach`` says
    how much of the changed code ran, and ``decides`` what decides about changes without a cause.
    """

    pair: Pair
    conditions: Conditions | None = None
    cases: Mapping[str, int] = field(default_factory=dict)
    changes: tuple[Change, ...] = ()
    undriven: tuple[str, ...] = ()
    stale: tuple[str, ...] = ()
    accepted: tuple[Accepted, ...] = ()
    diverging: tuple[Observation, ...] = ()
    reach: Reach | None = None
    decides: tuple[Decisive, ...] = ()

    @property
    def verdict(self) -> str:
        """Return ``no change``, ``not proven``, ``changed``, or ``not driven``.

        It is not proven if nothing differed, but changed lines did not run without a known reason.
        """
        if self.changes or self.accepted:
            return "changed"
        if self.undriven or not any(self.cases.values()):
            return "not driven"
        return "not proven" if self.reach is not None and self.reach.open else "no change"


def gated(
    pair: Pair,
    results: Sequence[PairResult],
    problems: Iterable[str] = (),
    diagnosis: Diagnosis = NOTHING_WRONG,
) -> Gated:
    """Return the result of a pair from its steps."""
    cases, seen = Counter[str](), dict[str, Change]()
    for one in results:
        cases[one.operation] += one.cases
        for title, change in one.seen.items():
            seen[title] = seen[title].joined(change) if title in seen else change
    problems = [*problems, *(why for one in results for why in one.problems)]
    return Gated(
        pair,
        cases={name: cases[name] for name in REGISTRY if name in cases},
        changes=changes_of(
            (change for one in results for change in one.changes), seen.values(), diagnosis
        ),
        undriven=tuple(dict.fromkeys(problems)),
        diverging=tuple(
            seen
            for one in results
            for seen in one.observations
            if diverges(seen.case, seen.expected, seen.candidate)
        ),
        decides=diagnosis.decides,
    )


def exit_code(results: Sequence[Gated], *, require_reach: bool = False) -> ExitCode:
    """Return the exit status: an incomplete pair outweighs a change.

    With ``require_reach``, a changed line that did not run without a known reason counts as a
    change.
    """
    if any(INTERRUPTED in gated.undriven for gated in results):
        return ExitCode.INTERRUPTED
    if any(gated.undriven or not any(gated.cases.values()) for gated in results):
        return ExitCode.ORACLE
    changed = any(gated.changes or gated.stale for gated in results)
    is_open = any(gated.reach is not None and gated.reach.open for gated in results)
    return ExitCode.DIVERGES if changed or (require_reach and is_open) else ExitCode.CONFORMANT
