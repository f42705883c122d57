"""Each broken candidate is caught by a check of the clause that it breaks.

That the unbroken one passes, exactly, is what the suite itself shows.
"""

from collections.abc import Iterator

import pytest

from candidates.broken import VARIANTS
from candidates.broken.variant import Variant
from conformance.examination import explore
from conformance.implementations import open_candidate
from conformance.model import Finding
from conformance.plan import EXAMPLES, RECORDED, Profile, Step, checks, take
from oracle.implementation import Oracle, open_oracle

SEED = 20_261_121


@pytest.fixture(scope="module")
def harbor() -> Iterator[Oracle]:
    with open_oracle() as oracle:
        yield oracle


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_generated_questions_catch_a_broken_candidate_by_its_clause(
    variant: Variant, harbor: Oracle
) -> None:
    broken = open_candidate(f"broken/{variant.name}")
    findings: list[Finding] = []
    for check in checks([variant.clause.partition(".")[0]]):
        if check.clause == variant.clause:
            result = explore(check, harbor, broken, seed=SEED, examples=EXAMPLES[Profile.DEFAULT])
            findings += [result.divergence] if result.divergence else []
    assert findings
    assert all(finding.clause == variant.clause for finding in findings)


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_recorded_cases_catch_a_broken_candidate_by_its_clause(
    variant: Variant, harbor: Oracle
) -> None:
    broken = open_candidate(f"broken/{variant.name}")
    result = take(Step(variant.clause, RECORDED), harbor, broken, seed=0, examples=0)
    assert result.divergence is not None
