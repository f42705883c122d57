"""Tells the changes of a pair by the deviations that reproduce them."""

from collections.abc import Mapping

from conformance.certification.diagnosing import diagnoses, observed, place
from conformance.diagnosis.diagnosis import Diagnosis, together
from conformance.examination.findings import Observation
from conformance.expected.deviations import ExpectedDeviations
from conformance.gate.changes import Outcomes, step_results
from conformance.gate.releases import Pair
from conformance.operations import OPERATIONS


def told(
    outcomes: Mapping[Pair, Outcomes], declared: ExpectedDeviations, jobs: int
) -> dict[Pair, Diagnosis]:
    """Return for each pair what its operations do otherwise; whole jobs have no deviations.

    The reference stands for the earlier release: where that one is not as 0.13.1 is, and a
    deviation predicts something else, the change stays unexplained.
    """
    parts = [
        (pair, part)
        for pair, of_pair in outcomes.items()
        for part in observed(_observations(of_pair), OPERATIONS, declared)
        if part.diverging
    ]
    found = diagnoses([part for _, part in parts], jobs)
    return {
        pair: together(
            diagnosis for (of, _), diagnosis in zip(parts, found, strict=True) if of == pair
        )
        for pair in outcomes
    }


def _observations(outcomes: Outcomes) -> list[Observation]:
    steps = step_results(outcomes)
    results = sorted(steps, key=lambda one: place(one.step.clause, one.step.check))
    return [observation for one in results for observation in one.observations]
