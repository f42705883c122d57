"""Wrong readers that nothing caught once: a check of today does, and combinations are complete."""

from itertools import combinations, product
from pathlib import Path

import late_bugs
import pytest
from programs import command

from conformance.certification.plan import EXAMPLES, Profile, examples_of
from conformance.examination.examination import explore
from conformance.operations.catalogue import check_of
from conformance.operations.functions import LocalCandidate, functions_of
from conformance.operations.strategies.drawing import LEVELS, covering
from conformance.operations.trial_result.members import ODD_TIME_FEATURES, TIME_FEATURES
from conformance.operations.verifier.inputs import NUMBER_FEATURES, ODD_FEATURES
from oracle.implementation import open_oracle

CAUGHT = {
    "failed_trials_last": "job.cost/costs-of-unlike-trials",
    "cost_without_nan": "job.cost/costs-not-finite",
    "mean_of_means": "outcome.flat-mean/groups-of-one-size",
    "no_lone_return": "verifier.text-decimal-only/features",
    "no_zeros_behind_spaces": "verifier.json-text-integer/features",
    "any_ref": "trial_result.every-field/every-field",
    "words_in_spaces": "trial_result.every-field/every-field",
    "no_float_is_true": "trial_result.every-field/every-field",
    "no_word_in_capitals": "trial_result.every-field/every-field",
    "nul_before_a_text": "trial_result.every-field/every-field",
    "nul_ends_an_id": "trial_result.every-field/every-field",
    "long_times_are_0": "trial_result.every-field/every-field",
    "no_long_sample": "outcome.sample-text/long-samples",
    "nul_ends_a_text": "trial_result.every-field/every-field",
    "ascii_offsets": "trial_result.times/features",
}
"""The check that catches each of them."""


@pytest.mark.parametrize("name", CAUGHT)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_reader_that_is_wrong_in_one_place_is_caught(name: str, seed: int) -> None:
    candidate = LocalCandidate(name, functions_of(getattr(late_bugs, name)))
    check = check_of(CAUGHT[name])
    examples = examples_of(check, EXAMPLES[Profile.DEFAULT])
    with open_oracle() as oracle:
        result = explore(check, oracle, candidate, seed=seed, examples=examples, shrinks=False)
    assert result.divergence is not None
    assert result.problem == ""


@pytest.mark.end_to_end
def test_a_reader_that_is_wrong_from_its_1500th_answer_on_is_said_to_depend_on_history() -> None:
    words = ["certify", "late_bugs:wrong_from_1500", "--operation", "pass_at_k", "--seed", "1"]
    ended = command(*words, cwd=Path(__file__).parent)
    assert ended.returncode == 1
    assert "NOT CONFORMANT" in ended.stdout
    assert "the same input in a fresh process, instead of after other inputs" in ended.stdout


@pytest.mark.parametrize(
    ("features", "together"),
    [
        (NUMBER_FEATURES, 3),
        (ODD_FEATURES, 2),
        (TIME_FEATURES, 3),
        (ODD_TIME_FEATURES, 2),
    ],
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
