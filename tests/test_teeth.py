"""Each deviation is caught by a check of the clause that it names.

That the reference without any is never caught, and exactly so, is what the suite itself shows.
"""

from collections.abc import Iterator

import pytest

from candidates.deviations.catalogue import CATALOGUE
from candidates.deviations.deviation import Deviation
from conformance.certification.plan import EXAMPLES, Profile, Step, Terms
from conformance.examination.examination import explore
from conformance.examination.findings import RECORDED, Finding
from conformance.implementations.start import NamedCandidate, deviating, open_candidate
from conformance.operations import catalogue
from conformance.operations.clause import Check
from conformance.protocol.values import Answer, Case
from oracle.implementation import Oracle, open_oracle

SEED = 20_261_121

LONG = 10_000
"""Characters of a case beyond which its answer is not kept."""

DEVIATIONS = pytest.mark.parametrize("deviation", CATALOGUE.values(), ids=CATALOGUE)


@pytest.fixture(scope="module")
def harbor() -> Iterator[Oracle]:
    """Return harbor, which answers no case twice: deviations of a clause get the same cases."""
    with open_oracle() as oracle, pytest.MonkeyPatch.context() as patch:
        ask, known = oracle.answer, dict[str, Answer]()

        def answer(case: Case) -> Answer:
            key = repr(case)
            if key not in known and len(key) > LONG:
                return ask(case)
            return known.get(key) or known.setdefault(key, ask(case))

        patch.setattr(oracle, "answer", answer)
        yield oracle


def candidate_of(deviation: Deviation, harbor: Oracle) -> NamedCandidate:
    return deviating(f"deviation/{deviation.name}", (deviation,), lambda: harbor)


def checks_of(deviation: Deviation) -> tuple[Check, ...]:
    """Return the checks of a deviation's clause, of whole jobs the one closest to it."""
    checks = catalogue.CATALOGUE[deviation.clause].checks
    return checks[:1] if deviation.operation == "run" else checks


@DEVIATIONS
def test_generated_questions_catch_a_deviation_by_its_clause(
    deviation: Deviation, harbor: Oracle
) -> None:
    candidate = candidate_of(deviation, harbor)
    finding: Finding | None = None
    for check in checks_of(deviation):
        if finding is None:
            examples = EXAMPLES[Profile.DEFAULT]
            result = explore(check, harbor, candidate, seed=SEED, examples=examples, shrinks=False)
            finding = result.divergence
    assert finding is not None
    assert finding.clause == deviation.clause


@DEVIATIONS
def test_recorded_cases_catch_a_deviation_by_its_clause(
    deviation: Deviation, harbor: Oracle
) -> None:
    step = Step(deviation.clause, RECORDED)
    result = step.take(harbor, candidate_of(deviation, harbor), Terms(seed=0, examples=0))
    assert result.divergence is not None


def test_a_deviation_of_whole_jobs_can_be_asked_by_its_name() -> None:
    candidate = open_candidate("deviation/run-never-again")
    retried = {"tasks": [{"name": "a", "attempts": [[{"test": {"raises": "E"}}, {}]]}]}
    answer = candidate.answer(Case("run", {**retried, "job": {"retry": {"max_retries": 1}}}))
    candidate.close()
    assert "'exception_stats': {'E': ['a__attempt-1']}" in repr(answer)
