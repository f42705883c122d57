"""What a gate finds out: plain values, and what they come to."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from conformance.certification.plan import NOTHING_EXPECTED
from conformance.comparison.agreement import Agreement
from conformance.diagnosis.diagnosis import Diagnosis
from conformance.examination.findings import DECLARED, Observation
from conformance.expected.deviations import ExpectedDeviations
from conformance.gate.accepted import title_of
from conformance.gate.asking import CHANGED, PINNED_ONLY, StepResult
from conformance.gate.changes import Change, Outcomes, changes_of, step_results
from conformance.gate.conditions import Conditions
from conformance.gate.reaching import Reach, reach_of
from conformance.gate.releases import Pair
from conformance.operations.catalogue import CATALOGUE
from conformance.operations.comparing import compare
from conformance.source_diff.differing import Differing

INTERRUPTED = "interrupted before every question was asked"
"""Why a pair was not asked everything, where somebody stopped the gate."""


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

    ``cases`` counts the questions by operation; ``changes`` are those that nobody agreed to.
    ``undriven`` says what could not be asked, and why; ``stale`` which accepted changes are not
    there, or not as accepted. ``diverging`` has all that came out otherwise than is accepted;
    ``reach`` says how far the questions went into what changed.
    """

    pair: Pair
    conditions: Conditions | None
    cases: Mapping[str, int]
    changes: tuple[Change, ...]
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
    conditions: Conditions | None,
    outcomes: Outcomes,
    diagnosis: Diagnosis | None = None,
    agreed: ExpectedDeviations = NOTHING_EXPECTED,
) -> Gated:
    """Return what is known about a pair from what it was asked, and what is agreed to.

    Without a diagnosis, changes are told by the places at which answers part.
    """
    results = step_results(outcomes)
    cases: Counter[str] = Counter()
    seen: Counter[str] = Counter()
    for one in results:
        cases[one.step.operation] += one.cases
        seen.update(one.accepted)
    problems = [one for one in outcomes if isinstance(one, str)]
    problems += [f"{one.step.operation}: {problem}" for one in results for problem in one.problems]
    undriven = tuple(dict.fromkeys(problems))
    return Gated(
        pair,
        conditions,
        dict(cases),
        changes_of(results, diagnosis),
        undriven,
        tuple(_stale(results, agreed, seen)),
        tuple(_accepted(agreed, seen)),
        tuple(_diverging(results)),
    )


def with_reach(gated: Gated, known: Differing, outcomes: Outcomes) -> Gated:
    """Return what is known about a pair with how far the questions went into what changed."""
    reached = frozenset(line for one in step_results(outcomes) for line in one.reached)
    return replace(gated, reach=reach_of(gated.pair, known, reached))


def _stale(
    results: Sequence[StepResult], agreed: ExpectedDeviations, seen: Counter[str]
) -> Iterator[str]:
    """Yield what is agreed to and not so, as far as the questions tell."""
    yield from agreed.gone
    for one in results:
        yield from one.stale
    asked = {
        one.step.clause for one in results if one.step.check not in {DECLARED, PINNED_ONLY, CHANGED}
    }
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


def _diverging(results: Iterable[StepResult]) -> Iterator[Observation]:
    """Yield what came out otherwise than is accepted, text that differs alone left out."""
    for one in results:
        for observed in one.observations:
            answers = observed.expected, observed.candidate
            if compare(observed.case, *answers).agreement is Agreement.DIVERGENT:
                yield observed
