"""Wrong readers that nothing caught once: a check of today does, and combinations are complete."""

from itertools import combinations, product
from pathlib import Path

import pytest
from late_bugs import CAUGHT, FIELDS
from programs import command

from conformance.certification.plan import EXAMPLES, Profile, examples_of
from conformance.examination.examination import explore
from conformance.operations.catalogue import check_of
from conformance.operations.functions import LocalCandidate
from conformance.operations.strategies.drawing import LEVELS, covering
from conformance.operations.trial_result.members import ODD_TIME_FEATURES, TIME_FEATURES
from conformance.operations.verifier.inputs import NUMBER_FEATURES, ODD_FEATURES
from oracle.implementation import open_oracle


@pytest.mark.parametrize(
    ("name", "seed"),
    # Of the fields each seed runs all pairs.
    [
        (name, seed)
        for name, (check, _) in CAUGHT.items()
        for seed in (1, 2, 3)
        if seed == 1 or check != FIELDS
    ],
)
def test_a_reader_that_is_wrong_in_one_place_is_caught(name: str, seed: int) -> None:
    id_, reader = CAUGHT[name]
    check = check_of(id_)
    candidate = LocalCandidate(name, {check.operation: reader})
    examples = examples_of(check, EXAMPLES[Profile.DEFAULT])
    with open_oracle() as oracle:
        result = explore(check, oracle, candidate, seed=seed, examples=examples, shrinks=False)
    assert result.divergence is not None
    assert result.problem == ""


@pytest.mark.end_to_end
def test_a_reader_that_is_wrong_from_its_1500th_answer_on_is_said_to_depend_on_history() -> None:
    words = ["certify", "late_bugs:wrong_from_1500", "--operation", "pass_at_k", "--seed", "1"]
    ended = command(*words, cwd=Path(__file__).parent, status=1)
    assert "NOT CONFORMANT" in ended.stdout
    assert "the same input in a fresh process, instead of after other inputs" in ended.stdout


@pytest.mark.parametrize(
    ("features", "together"),
    [(NUMBER_FEATURES, 3), (ODD_FEATURES, 2), (TIME_FEATURES, 3), (ODD_TIME_FEATURES, 2)],
)
def test_features_occur_together_in_every_way(
    features: tuple[tuple[str, ...], ...], together: int
) -> None:
    assert {len(levels) for levels in features} == {LEVELS}
    places = [tuple("0123456") for _ in features]
    rows = covering(*places, together=together)
    for some in combinations(range(len(features)), together):
        found = {tuple(row[place] for place in some) for row in rows}
        assert found == {*product("0123456", repeat=together)}
