"""The result of a gate for each pair of releases, and the file of accepted changes."""

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from conformance.certification.plan import NOTHING_EXPECTED
from conformance.certification.run import expectation_of
from conformance.certification.verdict import ExitCode
from conformance.diagnosis.diagnosis import NOTHING_WRONG, Diagnosis
from conformance.diagnosis.expected import rewriting
from conformance.diagnosis.expected.deviations import (
    Expected,
    ExpectedDeviation,
    ExpectedDeviations,
    PinnedCase,
)
from conformance.examination.findings import DECLARED, Finding, Observation, size
from conformance.gate.changes import CHANGED, Change, changes_of
from conformance.gate.coverage import Reach
from conformance.gate.symptoms import Touches, symptoms
from conformance.gate.work import PairResult, title_of
from conformance.implementations.environments.releases import Environment
from conformance.implementations.environments.versions import Pair
from conformance.implementations.installed_harbor import is_recorded
from conformance.operations import REGISTRY
from conformance.operations.catalogue import CATALOGUE
from conformance.operations.comparing import compare, diverges

INTERRUPTED = "interrupted before every case was run"
"""Why a pair is incomplete if the user stopped the gate."""


@dataclass(frozen=True, slots=True)
class Conditions:
    """The interpreter, the wheels, and the packages that both releases have.

    ``relaxed`` are requirements that the package index cannot meet, and ``absent`` operations that
    one of the releases lacks.
    """

    python: str
    digests: tuple[str, str]
    pinned: tuple[bool, bool]
    equal: tuple[str, ...]
    unequal: tuple[str, ...]
    relaxed: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()


def absent_of(*releases: Environment) -> dict[str, str]:
    """Return the operations that cannot be run with one release, and why."""
    needed = {name: one.needs for name, one in REGISTRY.items() if one.needs}
    absent = {}
    for one, (name, module) in itertools.product(releases, needed.items()):
        if not (one.package / module).is_file():
            absent[name] = f"{name}: {one.release} has no harbor/{module}"
        elif one.provenance["pinned"] and not is_recorded(name, one.release):
            absent[name] = f"{name}: it is not driven in {one.release}"
    return absent


def conditions_of(before: Environment, after: Environment) -> Conditions:
    """Return what two releases have in common, and what differs."""
    first, second = before.provenance["versions"], after.provenance["versions"]
    both = sorted(first.keys() & second.keys() - {"harbor"})
    return Conditions(
        python=before.provenance["python"],
        digests=(before.provenance["wheel_digest"], after.provenance["wheel_digest"]),
        pinned=(before.provenance["pinned"], after.provenance["pinned"]),
        equal=tuple(f"{name} {first[name]}" for name in both if first[name] == second[name]),
        unequal=tuple(
            f"{name} {first[name]} → {second[name]}" for name in both if first[name] != second[name]
        ),
        relaxed=after.relaxed,
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
    different. ``diverging`` has everything that is neither accepted nor modelled; ``reach`` says
    how much of the changed code ran.
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
    accepted: ExpectedDeviations = NOTHING_EXPECTED,
    diagnosis: Diagnosis = NOTHING_WRONG,
) -> Gated:
    """Return the result of a pair from its steps and the accepted changes."""
    cases, seen = Counter[str](), dict[str, Change]()
    for one in results:
        cases[one.result.operation] += one.result.cases
        for title, change in one.seen.items():
            seen[title] = seen[title].joined(change) if title in seen else change
    problems = [*problems, *(why for one in results for why in one.problems)]
    reasons: dict[str, Expected | PinnedCase] = {one.title: one for one in accepted.expected}
    reasons |= {title_of(one): one for one in accepted.pinned}
    return Gated(
        pair,
        cases=dict(cases),
        changes=changes_of(
            (change for one in results for change in one.changes),
            (change for title, change in seen.items() if title not in reasons),
            diagnosis,
        ),
        undriven=tuple(dict.fromkeys(problems)),
        stale=tuple(_stale(results, accepted, seen)),
        accepted=tuple(
            Accepted(title, entry.cause, entry.source, seen[title].cases)
            for title, entry in reasons.items()
            if title in seen
        ),
        diverging=tuple(_diverging(results)),
    )


def without_stale(results: Sequence[PairResult], accepted: ExpectedDeviations) -> list[PairResult]:
    """Return results in which an accepted deviation that is seen nowhere predicts nothing.

    A case that both releases answer alike is then no change.
    """
    seen = {title for one in results for title in one.seen}
    if all(entry.title in seen for entry in accepted.expected):
        return list(results)
    return [
        replace(
            one,
            changes=tuple(change for change in one.changes if _moves(change.finding)),
            result=replace(
                one.result,
                findings=tuple(filter(_moves, one.result.findings)),
                observations=tuple(filter(_moves, one.result.observations)),
            ),
        )
        for one in results
    ]


def _moves(observed: Observation) -> bool:
    return bool(symptoms(observed.case, observed.oracle_answer, observed.candidate))


def _stale(
    results: Sequence[PairResult], accepted: ExpectedDeviations, seen: Mapping[str, Change]
) -> Iterator[str]:
    """Yield accepted changes that do not hold, as far as the cases show."""
    yield from accepted.gone
    for one in results:
        yield from one.stale
    checked = {one.result.clause for one in results if one.result.check not in {DECLARED, CHANGED}}
    for entry in accepted.expected:
        of_entry = {id_ for id_, one in CATALOGUE.items() if one.operation in entry.operations}
        if entry.title not in seen and of_entry <= checked:
            yield f"{entry.title}: accepted, but not seen"


def _diverging(results: Iterable[PairResult]) -> Iterator[Observation]:
    """Yield differences from the accepted changes in more than text."""
    for observed in (observed for one in results for observed in one.result.observations):
        if diverges(observed.case, observed.expected, observed.candidate):
            yield observed


def exit_code(results: Sequence[Gated], *, require_reach: bool = False) -> ExitCode:
    """Return the exit status: an incomplete pair outweighs a change.

    With ``require_reach``, a changed line that did not run without a known reason counts as a
    change.
    """
    if any(INTERRUPTED in gated.undriven for gated in results):
        return ExitCode.INTERRUPTED
    if any(gated.undriven or not any(gated.cases.values()) for gated in results):
        return ExitCode.ORACLE
    if any(gated.changes or gated.stale for gated in results):
        return ExitCode.DIVERGES
    if require_reach and any(gated.reach is not None and gated.reach.open for gated in results):
        return ExitCode.DIVERGES
    return ExitCode.CONFORMANT


def updated(before: str, gated: Gated, accepted: ExpectedDeviations) -> tuple[str, list[str]]:
    """Return the file with an entry for each change, and a line for each new or removed one.

    A change that deviations reproduce gets their names; of others each case is pinned, or one if
    only text changes. New entries lack cause and source, and the file is refused until they are
    written. Stale entries are removed.
    """
    known = {entry.name for entry in accepted.deviations}
    new = {
        name: change.description
        for change in gated.changes
        for name in change.deviations
        if name not in known
    }
    kept = [entry for entry in accepted.pinned if not _is_stale(title_of(entry), gated)]
    pinned = {repr(entry.case): entry for entry in kept}
    came = [
        entry
        for entry in map(rewriting.entry_of, _to_pin(gated, accepted, new))
        if pinned.setdefault(repr(entry.case), entry) is entry
    ]
    gone = [one.title for one in accepted.expected if _is_stale(one.title, gated)]
    lines = [f"+ {name}: write its cause and source" for name in new]
    lines += [f"+ {title_of(entry)}: write its cause and source" for entry in came]
    lines += [f"- {title_of(entry)}" for entry in accepted.pinned if entry not in kept]
    lines += [f"- {title}" for title in gone]
    text = rewriting.with_pinned(rewriting.without(before, gone), [*kept, *came])
    return rewriting.with_deviations(text, new), lines


def _is_stale(title: str, gated: Gated) -> bool:
    return any(stale.startswith(f"{title}: ") for stale in gated.stale)


def _to_pin(gated: Gated, accepted: ExpectedDeviations, names: Iterable[str]) -> Iterator[Finding]:
    """Yield what the named deviations do not predict, and the smallest case of each text change."""
    rows = (*accepted.deviations, *(ExpectedDeviation(name, "", "") for name in names))
    expectation = expectation_of(ExpectedDeviations(deviations=rows), gated.pair.before)
    for one in sorted(gated.diverging, key=lambda one: (one.clause, size(one.case))):
        before, expected = one.oracle_answer, expectation(one.case, one.oracle_answer)
        if all(diverges(one.case, answer, one.candidate) for answer in (before, expected)):
            yield Finding.of(one, compare(one.case, expected, one.candidate))
    texts = (change for change in gated.changes if change.touches is Touches.TEXT)
    yield from (change.finding for change in texts if not change.description)
