"""Runs cases that a diagnosis makes, by harbor and the candidate, as a check runs its own."""

from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from math import ceil

from conformance.diagnosis.plain import key_of
from conformance.examination.examination import (
    Expect,
    LiveExamination,
    as_harbor,
    everything,
)
from conformance.examination.findings import Observation, ResultCollector
from conformance.examination.generating import EnoughError, generate, seed_of
from conformance.operations import messages
from conformance.operations.catalogue import checks
from conformance.protocol.agreement import Agreement
from conformance.protocol.shapes import ShapeError
from conformance.protocol.values import Candidate, Case, Fault, Implementation, Misshapen

_LEAST, _SHARE = 600, 3
"""Cases that a diagnosis may run of one operation: this number, or a share of the run's if more."""

_EXAMPLES, _ELSEWHERE = 24, 8
"""Examples that are drawn of each check, once, for a diagnosis to choose from: of those of clauses
that are known to differ, and of the others."""


@dataclass
class Experiment:
    """harbor and a candidate, and how many cases may still be run; the seed decides which.

    ``cases`` counts those of the run before it. A case that ``asks`` refuses, or to which one of
    the two gives no answer, has no observation.
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
        self, reference: Implementation, operation: str, clauses: Collection[str]
    ) -> list[tuple[str, Case]]:
        """Return cases that the operation's checks draw from another seed, for clauses each.

        Most are of ``clauses``. Both answers are the reference's, which is quick: what is run is
        chosen from these.
        """
        both = self._both(reference, reference)
        for check in checks([operation]):
            if check.siblings:  # its examples are those of the others
                continue
            both.clause = check.clause
            seed = seed_of(check, self.seed, "diagnosis")
            examples = ceil((_EXAMPLES if check.clause in clauses else _ELSEWHERE) * check.effort)
            generate(replace(check, siblings=1), both, seed, examples)
        seen = both.collector.observations
        return [(one.clause, one.case) for one in seen if self.asks(one.case)]

    def _both(self, harbor: Implementation, candidate: Implementation) -> LiveExamination:
        examination = LiveExamination(
            harbor,
            candidate,  # type: ignore[arg-type] # drawing needs answers alone
            "",
            required=Agreement.DIVERGENT,
            collector=ResultCollector.of_everything(),
        )
        if harbor is self.harbor:
            examination.expect = self.expect
        return examination


def _has_its_shape(case: Case) -> bool:
    """Return whether an input can be sent: an edit may leave null where a list is due."""
    try:
        messages.input_to_json(case)
    except ShapeError:
        return False
    return True


def _answered(one: Observation) -> bool:
    return not (isinstance(one.expected, Fault) or isinstance(one.candidate, Fault | Misshapen))
