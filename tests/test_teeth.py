"""Each clause catches something wrong, and each deviation is caught.

That the reference without any is never caught, and exactly so, is what the suite itself shows.
"""

from collections.abc import Iterable, Iterator

import pytest
from recorded import recorded

from candidates.deviations.catalogue import CATALOGUE as DEVIATIONS
from candidates.deviations.deviation import Deviation
from conformance.certification.plan import EXAMPLES, Profile, examples_of
from conformance.diagnosis.derived import derived
from conformance.examination.corpus import RecordedCase
from conformance.examination.examination import explore
from conformance.implementations.deviating import deviating
from conformance.implementations.start import NamedCandidate, open_candidate
from conformance.operations import OPERATIONS
from conformance.operations.catalogue import CATALOGUE
from conformance.operations.clause import Clause
from conformance.operations.comparing import diverges
from conformance.protocol.values import Answer, Case, Value
from oracle.implementation import Oracle, open_oracle

SEED = 20_261_121

LONG = 10_000
"""Characters of a case beyond which its answer is not kept."""

EACH = {one.name: one for row in DEVIATIONS.values() for one in row.each()}
"""The rows of the catalogue, families with each of their choices."""


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


def is_caught(candidate: NamedCandidate, cases: Iterable[RecordedCase]) -> bool:
    return any(diverges(one.case, one.answer, candidate.answer(one.case)) for one in cases)


@pytest.mark.parametrize("deviation", EACH.values(), ids=EACH)
def test_recorded_cases_catch_a_deviation_and_that_of_a_row_by_its_clause(
    deviation: Deviation, harbor: Oracle
) -> None:
    cases = recorded(deviation.operation)
    if deviation.name in DEVIATIONS:
        cases = tuple(one for one in cases if one.clause == deviation.clause)
    assert is_caught(candidate_of(deviation, harbor), cases)


def wrong_in(clause: Clause, harbor: Oracle) -> Iterator[NamedCandidate]:
    """Yield candidates with a deviation that a clause, or its recorded cases, may catch."""
    rows = [row for row in EACH.values() if row.operation == clause.operation]
    yield from (candidate_of(row, harbor) for row in rows if row.clause == clause.id)
    others = [row for row in rows if row.clause != clause.id]
    if clause.operation in OPERATIONS:
        others += derived(clause.operation)
    cases = [one for one in recorded(clause.operation) if one.clause == clause.id]
    candidates = (candidate_of(row, harbor) for row in others)
    # A recorded job takes longer than the few that are generated.
    yield from (one for one in candidates if clause.operation == "run" or is_caught(one, cases))


@pytest.mark.parametrize("clause", CATALOGUE.values(), ids=CATALOGUE)
def test_generated_cases_of_a_clause_catch_something_wrong(clause: Clause, harbor: Oracle) -> None:
    checks = clause.checks[:1] if clause.operation == "run" else clause.checks
    few = [(one, examples_of(one, EXAMPLES[Profile.QUICK])) for one in checks]
    assert any(
        explore(check, harbor, candidate, seed=SEED, examples=amount, shrinks=False).divergence
        for candidate in wrong_in(clause, harbor)
        for check, amount in few
    )


def test_a_deviation_of_whole_jobs_can_be_run_by_its_name() -> None:
    candidate = open_candidate("deviation/run-never-again")
    task: Value = {"name": "a", "attempts": [[{"test": {"raises": "E"}}, {}]]}
    job: Value = {"retry": {"max_retries": 1}}
    answer = candidate.answer(Case("run", {"tasks": [task], "job": job}))
    candidate.close()
    assert "'exception_stats': {'E': ['a__attempt-1']}" in repr(answer)
