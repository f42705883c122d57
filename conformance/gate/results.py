"""What a gate finds out about each pair of releases, and the file of accepted changes from it."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from conformance.certification.plan import NOTHING_EXPECTED
from conformance.diagnosis.diagnosis import Diagnosis
from conformance.diagnosis.expected import rewriting
from conformance.diagnosis.expected.deviations import ExpectedDeviation, ExpectedDeviations
from conformance.diagnosis.expected.expecting import Expectation
from conformance.examination.findings import DECLARED, Finding, Observation, size
from conformance.gate.accepted import title_of
from conformance.gate.changes import CHANGED, Change, changes_of
from conformance.gate.coverage import Reach
from conformance.gate.examination import PINNED_ONLY, Outcomes, PairResult
from conformance.gate.symptoms import Touches
from conformance.implementations.environments.releases import Environment
from conformance.implementations.environments.versions import Pair
from conformance.operations import REGISTRY
from conformance.operations.catalogue import CATALOGUE
from conformance.operations.comparing import compare
from conformance.protocol.agreement import Agreement
from conformance.protocol.values import Answer, Case

INTERRUPTED = "interrupted before every question was asked"
"""Why a pair was not asked everything, where somebody stopped the gate."""


@dataclass(frozen=True, slots=True)
class Conditions:
    """The interpreter, the wheels, and the packages that both releases have.

    ``relaxed`` are clauses that no version on the package index meets, and ``absent`` operations
    that one of the releases does not have.
    """

    python: str
    digests: tuple[str, str]
    pinned: tuple[bool, bool]
    equal: tuple[str, ...]
    unequal: tuple[str, ...]
    relaxed: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()


def absent_of(*releases: Environment) -> dict[str, str]:
    """Return the operations that one of the releases does not have, and why."""
    needed = {name: one.needs for name, one in REGISTRY.items() if one.needs}
    return {
        name: f"{name}: {one.release} has no harbor/{module}"
        for one in releases
        for name, module in needed.items()
        if not (one.package / module).is_file()
    }


def conditions_of(before: Environment, after: Environment) -> Conditions | None:
    """Return what two releases have in common, and what they do not."""
    if before.provenance is None or after.provenance is None:
        return None
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
    """What somebody has agreed to, why, and in how many cases it was seen."""

    title: str
    cause: str
    source: str
    cases: int


@dataclass(frozen=True, slots=True)
class Gated:
    """What is known about two releases.

    ``cases`` counts the cases by operation; ``changes`` are those that nobody agreed to.
    ``undriven`` says what could not be asked, and why; ``stale`` which accepted changes are not
    there, or not as accepted. ``diverging`` has all that differs from what is accepted;
    ``reach`` says how much of what changed the cases ran.
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

        Nothing was asked where it is not driven; where it is not proven nothing differed, and
        changed lines were not run without anybody knowing why.
        """
        if self.changes or self.accepted:
            return "changed"
        if self.undriven or not any(self.cases.values()):
            return "not driven"
        return "not proven" if self.reach is not None and self.reach.open else "no change"


def gated(
    pair: Pair,
    outcomes: Outcomes,
    diagnosis: Diagnosis | None = None,
    agreed: ExpectedDeviations = NOTHING_EXPECTED,
) -> Gated:
    """Return what is known about a pair from what it was asked, and what is agreed to.

    Without a diagnosis, changes are told by the places at which answers differ.
    """
    cases: Counter[str] = Counter()
    seen: Counter[str] = Counter()
    for one in outcomes.results:
        cases[one.operation] += one.cases
        seen.update(one.accepted)
    problems = [problem for one in outcomes.results for problem in one.problems]
    return Gated(
        pair,
        cases=dict(cases),
        changes=changes_of(outcomes.changes, diagnosis),
        undriven=tuple(dict.fromkeys([*outcomes.problems, *problems])),
        stale=tuple(_stale(outcomes.results, agreed, seen)),
        accepted=tuple(_accepted(agreed, seen)),
        diverging=tuple(_diverging(outcomes.results)),
    )


def _stale(
    results: Sequence[PairResult], agreed: ExpectedDeviations, seen: Counter[str]
) -> Iterator[str]:
    """Yield what is agreed to and not so, as far as the cases tell."""
    yield from agreed.gone
    for one in results:
        yield from one.stale
    asked = {one.clause for one in results if one.check not in {DECLARED, PINNED_ONLY, CHANGED}}
    for entry in agreed.expected:
        of_entry = {id_ for id_, one in CATALOGUE.items() if one.operation in entry.operations}
        if not seen[entry.title] and of_entry <= asked:
            yield f"{entry.title}: accepted, but not seen"


def _accepted(agreed: ExpectedDeviations, seen: Counter[str]) -> Iterator[Accepted]:
    """Yield what is agreed to and was seen."""
    entries = [(entry.title, entry) for entry in agreed.expected]
    pinned = [(title_of(entry), entry) for entry in agreed.pinned]
    for title, entry in [*entries, *pinned]:
        if seen[title]:
            yield Accepted(title, entry.cause, entry.source, seen[title])


def _diverging(results: Iterable[PairResult]) -> Iterator[Observation]:
    """Yield what differs from what is accepted, in more than the text."""
    for observed in (observed for one in results for observed in one.observations):
        answers = observed.expected, observed.candidate
        if compare(observed.case, *answers).agreement is Agreement.DIVERGENT:
            yield observed


def updated(before: str, gated: Gated, agreed: ExpectedDeviations) -> tuple[str, list[str]]:
    """Return the file with an entry for each change, and what came and went, a line each.

    A change that deviations reproduce gets their names; of others each case that was asked is
    pinned, and of the text alone one. New entries have neither cause nor source, and the file is
    refused until somebody writes them. Entries that are stale go.
    """
    told = [change for change in gated.changes if change.description]
    known = {entry.name for entry in agreed.deviations}
    names = {name: change.description for change in told for name in change.deviations}
    new = {name: description for name, description in names.items() if name not in known}
    kept = [entry for entry in agreed.pinned if not _is_stale(title_of(entry), gated)]
    pinned = {repr(entry.case): entry for entry in kept}
    came = [
        entry
        for entry in map(rewriting.entry_of, _to_pin(gated, agreed, new))
        if pinned.setdefault(repr(entry.case), entry) is entry
    ]
    gone = [one.title for one in agreed.expected if _is_stale(one.title, gated)]
    lines = [f"+ {name}: write its cause and source" for name in new]
    lines += [f"+ {title_of(entry)}: write its cause and source" for entry in came]
    lines += [f"- {title_of(entry)}" for entry in agreed.pinned if entry not in kept]
    lines += [f"- {title}" for title in gone]
    text = rewriting.with_pinned(rewriting.without(before, gone), [*kept, *came])
    return rewriting.with_deviations(text, new), lines


def _is_stale(title: str, gated: Gated) -> bool:
    return any(stale.startswith(f"{title}: ") for stale in gated.stale)


def _to_pin(gated: Gated, agreed: ExpectedDeviations, names: Iterable[str]) -> Iterator[Finding]:
    """Yield what the named deviations do not predict, and the smallest case of each other text."""
    rows = (*agreed.deviations, *(ExpectedDeviation(name, "", "") for name in names))
    expectation = Expectation(ExpectedDeviations(deviations=rows), _as_expected)
    for one in sorted(gated.diverging, key=lambda one: (one.clause, size(one.case))):
        comparison = compare(one.case, expectation(one.case, one.oracle_answer), one.candidate)
        if comparison.agreement is Agreement.DIVERGENT:
            yield Finding.of(one, comparison)
    texts = (change for change in gated.changes if change.touches is Touches.TEXT)
    yield from (change.finding for change in texts if not change.description)


def _as_expected(_: str, __: Case, expected: Answer) -> Answer:
    return expected
