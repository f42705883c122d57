"""Each broken candidate is caught by a check of the clause that it breaks.

That the unbroken one passes, exactly, is what the suite itself shows.
"""

from collections.abc import Iterator

import pytest
from hypothesis import Phase

from candidates.broken import VARIANTS
from candidates.broken.variant import RunVariant, Variant
from conformance.checks import Check
from conformance.examination import explore
from conformance.implementations import Candidate, HarborAskedOtherwise, open_candidate
from conformance.model import Answer, Case, Finding
from conformance.plan import EXAMPLES, RECORDED, Profile, Step, checks, take
from oracle.implementation import Oracle, open_oracle
from oracle.provenance import Provenance

SEED = 20_261_121


class Remembered:
    """harbor, which is asked for no whole job twice: one takes as long as 100 other questions."""

    def __init__(self, harbor: Oracle) -> None:
        """Take the harbor that is asked what is not known yet."""
        self.provenance: Provenance = harbor.provenance
        self._harbor = harbor
        self._known: dict[str, Answer] = {}

    def answer(self, case: Case) -> Answer:
        """Return harbor's answer."""
        if case.operation != "run":
            return self._harbor.answer(case)
        asked = repr(case)
        if asked not in self._known:
            self._known[asked] = self._harbor.answer(case)
        return self._known[asked]

    def verify(self) -> None:
        """Have harbor verify itself."""
        self._harbor.verify()

    def close(self) -> None:
        """The module's fixture closes it."""


@pytest.fixture(scope="module")
def harbor() -> Iterator[Remembered]:
    with open_oracle() as oracle:
        yield Remembered(oracle)


def broken(variant: Variant | RunVariant, harbor: Remembered) -> Candidate:
    name = f"broken/{variant.name}"
    if isinstance(variant, RunVariant):
        return HarborAskedOtherwise(name, variant, harbor)
    return open_candidate(name)


def telling(variant: Variant | RunVariant) -> list[Check]:
    """Return the checks of a variant's clause, of whole jobs the one that is closest to it."""
    found = [c for c in checks([variant.clause.partition(".")[0]]) if c.clause == variant.clause]
    return found[:1] if isinstance(variant, RunVariant) else found


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_generated_questions_catch_a_broken_candidate_by_its_clause(
    variant: Variant | RunVariant, harbor: Remembered
) -> None:
    candidate = broken(variant, harbor)
    finding: Finding | None = None
    for check in telling(variant):
        if finding is None:
            examples = EXAMPLES[Profile.DEFAULT]
            result = explore(
                check, harbor, candidate, seed=SEED, examples=examples, phases=[Phase.generate]
            )
            finding = result.divergence
    assert finding is not None
    assert finding.clause == variant.clause


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_recorded_cases_catch_a_broken_candidate_by_its_clause(
    variant: Variant | RunVariant, harbor: Remembered
) -> None:
    result = take(
        Step(variant.clause, RECORDED), harbor, broken(variant, harbor), seed=0, examples=0
    )
    assert result.divergence is not None


def test_a_broken_runner_of_whole_jobs_can_be_asked_by_its_name() -> None:
    candidate = open_candidate("broken/run-never-again")
    retried = {"tasks": [{"name": "a", "attempts": [[{"test": {"raises": "E"}}, {}]]}]}
    answer = candidate.answer(Case("run", {**retried, "job": {"retry": {"max_retries": 1}}}))
    candidate.close()
    assert "'exception_stats': {'E': ['a__attempt-1']}" in repr(answer)
