"""Makes new cases for a diagnosis, and runs them on harbor and the candidate."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from math import ceil

from candidates.deviations.deviation import Deviation
from candidates.deviations.releases import model_of
from conformance.diagnosis.metering import LONG, SpentError, cost_of
from conformance.diagnosis.neighbours import neighbours
from conformance.diagnosis.plain import key_of
from conformance.diagnosis.predicting import Predictor
from conformance.examination.examination import Expect, LiveExamination, as_harbor, everything
from conformance.examination.findings import Observation, weight
from conformance.examination.generating import EnoughError, generate, seed_of
from conformance.operations import messages
from conformance.operations.catalogue import CATALOGUE, checks
from conformance.operations.clause import Level
from conformance.operations.functions import LocalCandidate
from conformance.protocol.shapes import ShapeError
from conformance.protocol.values import Answer, Candidate, Case, Fault, Implementation, Misshapen

_LEAST, _SHARE = 600, 3
"""The cases that a diagnosis may run in an operation: this number, or 1 in N of the run's."""

_EXAMPLES, _ELSEWHERE = 24, 8
"""Examples that each check draws once, for a diagnosis to choose from: for clauses that are known
to differ, and for others."""


@dataclass
class Experiment:
    """harbor, a candidate, and how many cases may still be run; the seed decides which.

    ``cases`` is the number of cases of the run. A case that ``asks`` refuses, or that one of the
    two does not answer, has no observation.
    """

    harbor: Implementation
    candidate: Candidate
    seed: int
    cases: int = 0
    asks: Callable[[Case], bool] = everything
    expect: Expect = as_harbor
    left: int = field(init=False)

    def __post_init__(self) -> None:
        """Decide how many cases there may be."""
        self.left = max(_LEAST, self.cases // _SHARE)

    def observations(self, cases: Sequence[tuple[str, Case]]) -> list[Observation | None]:
        """Return what each case of a clause shows, in order."""
        meant = [one for one in cases if _has_its_shape(one[1]) and self.asks(one[1])][: self.left]
        self.left -= len(meant)
        both = self._both(self.harbor, self.candidate)
        with suppress(EnoughError):
            answers = self.candidate.answers([case for _, case in meant])
            for (clause, case), actual in zip(meant, answers, strict=True):
                both.clause = clause
                both.judge(case, self.harbor.answer(case), actual)
        seen = {
            key_of(one.case.input): one for one in both.collector.observations if _answered(one)
        }
        return [seen.get(key_of(case.input)) for _, case in cases]

    def drawn(
        self, reference: Implementation, operation: str, wrong: set[str], levels: set[Level]
    ) -> Iterator[Observation]:
        """Yield cases that the operation's checks draw from another seed.

        Most are of ``wrong`` clauses, and all are of the ``levels``. Both answers are the
        reference's, which is quick: what is run is chosen from these.
        """
        for check in checks([operation]):
            level = CATALOGUE[check.clause].rating.level
            if check.siblings or level not in levels:  # a sibling's examples are the others'
                continue
            both = self._both(reference, reference)
            both.clause = check.clause
            seed = seed_of(check, self.seed, "diagnosis")
            examples = ceil((_EXAMPLES if check.clause in wrong else _ELSEWHERE) * check.effort)
            generate(replace(check, siblings=1), both, seed, examples)
            yield from (one for one in both.collector.observations if self.asks(one.case))

    def _both(self, harbor: Implementation, candidate: Implementation) -> LiveExamination:
        expect = self.expect if harbor is self.harbor else as_harbor
        # Drawing needs answers alone.
        return LiveExamination.of_everything(harbor, candidate, "", expect)  # type: ignore[arg-type]


_NEIGHBOURS, _FEWER, _PLENTY = 120, 40, 10_000
"""Neighbours of a case: fewer where less work than this is left."""

_DRAWING, _EDITED = 2, 4
"""The cost of drawing a case, as a part of its answer's, and the characters of a case whose edits
cost as much as an answer."""


class NewCases:
    """A ``pool`` of new cases of an operation, with the reference's answers, to choose from.

    Most are drawn by the checks, others are neighbours of some cases; a few are both.
    """

    def __init__(
        self,
        operation: str,
        predictor: Predictor,
        experiment: Experiment,
        declared: Sequence[Deviation],
        release: str,
    ) -> None:
        """Take the observations so far, and the experiment that runs cases."""
        self._operation, self._predictor, self.experiment = operation, predictor, experiment
        self._reference = LocalCandidate("reference", model_of(release, declared))
        self._known = {key_of(one.case.input) for one in predictor.observations}
        self.pool = Predictor((), declared, release, predictor.meter)
        self._places: dict[bytes, int] = {}
        self._edited: set[bytes] = set()
        self._near: dict[bytes, int] = {}

    def untried(self, near: Iterable[Observation]) -> tuple[list[int], list[int]]:
        """Return the places in the pool of cases that were not run: neighbours, and all others.

        The neighbours of the last one come first, its plainest first. There are fewer if little
        work is left.
        """
        meter, places = self._predictor.meter, self._places
        with suppress(SpentError):
            if not places:
                observed, missed = self._predictor.observations, self._predictor.diverging
                clauses = {observed[place].clause for place in missed}
                levels = {CATALOGUE[one.clause].rating.level for one in observed}
                reference, operation = self._reference, self._operation
                for one in self.experiment.drawn(reference, operation, clauses, levels):
                    meter.spend(_DRAWING * _cost_of(one.case))
                    self._offer(one.clause, one.case, one.expected)
            for one in (one for one in near if key_of(one.case.input) not in self._edited):
                meter.spend(weight(one.case.input) // _EDITED)
                self._edited.add(key_of(one.case.input))
                for new in neighbours(one.case, _NEIGHBOURS if meter.left > _PLENTY else _FEWER):
                    if _has_its_shape(new.case) and self.experiment.asks(new.case):
                        self._offer(one.clause, new.case)
                        self._near[key_of(new.case.input)] = -len(self._edited)
        left = {key: place for key, place in places.items() if key not in self._known}
        rest = [place for key, place in left.items() if key not in self._near]
        close = sorted((self._near[key], place) for key, place in left.items() if key in self._near)
        return [place for _, place in close], rest

    def _offer(self, clause: str, case: Case, answer: Answer | None = None) -> None:
        """Add a case to the pool, with the reference's answer for both sides."""
        key = key_of(case.input)
        if not (key in self._known or key in self._places or weight(case.input) > LONG):
            if answer is None:
                self._predictor.meter.spend(_cost_of(case))
                answer = self._reference.answer(case)
            new = self.pool.add([Observation(clause, case, answer, answer)], predicted=True)
            self._places[key] = new.start

    def run(self, places: Iterable[int]) -> frozenset[int]:
        """Run cases of the pool; return their places among the observations."""
        before = len(self._predictor.observations)
        chosen = [self.pool.observations[place] for place in places]
        self.seen([(one.clause, one.case) for one in chosen])
        return frozenset(range(before, len(self._predictor.observations)))

    def seen(self, cases: Sequence[tuple[str, Case]]) -> list[Observation | None]:
        """Run cases, each with its clause, if work is left; add what they show, and return it."""
        try:
            self._predictor.meter.spend(2 * sum(_cost_of(case) for _, case in cases))
        except SpentError:
            return [None] * len(cases)
        self._known |= {key_of(case.input) for _, case in cases}
        shown = self.experiment.observations(cases)
        self._predictor.add([one for one in shown if one is not None])
        return shown


def _cost_of(case: Case) -> int:
    return cost_of(case, weight(case.input))


def _has_its_shape(case: Case) -> bool:
    """Return whether an input can be sent: an edit may leave null where a list is expected."""
    try:
        messages.input_to_json(case)
    except ShapeError:
        return False
    return True


def _answered(one: Observation) -> bool:
    return not (isinstance(one.expected, Fault) or isinstance(one.candidate, Fault | Misshapen))
