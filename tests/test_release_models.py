"""Each release of harbor is the reference with a known set of deviations."""

from collections.abc import Iterable
from itertools import product
from pathlib import Path

import pytest
from programs import ROOT, command_here
from recorded import recorded
from worded import unread

from candidates.deviations.catalogue import CATALOGUE, functions
from candidates.deviations.releases import MODELLED, between, deviations_of, model_of, since, until
from conformance.diagnosis.expected.deviations import ExpectedDeviation, ExpectedDeviations
from conformance.diagnosis.expected.expecting import Expectation
from conformance.examination import corpus
from conformance.implementations.installed_harbor import is_recorded
from conformance.operations.comparing import differs, diverges
from conformance.operations.functions import LocalCandidate
from conformance.protocol.values import HARBOR_VERSION
from oracle.wheels import WHEELS

OPERATIONS = (*corpus.OF_RELEASES, *corpus.OF_SOME_RELEASES)


@pytest.mark.parametrize(
    ("release", "operation"),
    [(one, name) for one, name in product(MODELLED, OPERATIONS) if is_recorded(name, one)],
)
def test_the_reference_with_a_releases_deviations_agrees(release: str, operation: str) -> None:
    model = LocalCandidate(release, functions(deviations_of(release)))
    assert differing(model, release, [operation]) == []


def test_each_deviation_of_a_release_shows_in_a_recorded_answer_where_it_comes_or_goes() -> None:
    named = [name for name in CATALOGUE if since(name) or until(name)]
    assert len(named) > 15
    for name in named:
        release = since(name) or until(name)
        before = MODELLED[MODELLED.index(release) - 1]
        changed = [one for one in recorded(CATALOGUE[name].operation) if moved(one, release)]
        assert changed, f"no recorded answer tells {before} from {release}, where {name} changes"


@pytest.mark.parametrize("name", [one for one in CATALOGUE if one.startswith("trial-config-")])
def test_each_name_in_a_description_is_in_a_case_that_one_release_refuses(name: str) -> None:
    new = since(name) or until(name)
    old = MODELLED[MODELLED.index(new) - 1]
    shown = [(one.case, one.answer_of(old), one.answer_of(new)) for one in recorded("trial_result")]
    assert unread(CATALOGUE[name].description, shown) == []
    moon = [one for one in shown if '"type": "moon"' in str(one[0].input)]
    assert moon
    assert unread("reads moon of recorded trials, as harbor", moon) == ["moon"]


def moved(one: corpus.RecordedCase, release: str) -> bool:
    before = one.answer_of(MODELLED[MODELLED.index(release) - 1])
    return differs(one.case, before, one.answer_of(release))


def test_releases_with_a_known_wheel_are_modelled_and_a_silent_one_is_as_the_one_before() -> None:
    assert tuple(WHEELS) == MODELLED
    assert deviations_of("0.16.1") == deviations_of("0.16.0")
    assert deviations_of(HARBOR_VERSION) == deviations_of("0.13.0") == ()


def differing(model: LocalCandidate, release: str, operations: Iterable[str]) -> list[str]:
    return [
        one.id
        for operation in operations
        for one in recorded(operation)
        if differs(one.case, one.answer_of(release), model.answer(one.case))
    ]


def test_expected_deviations_are_relative_to_the_release() -> None:
    lacks = [row.name for row in between("0.25.0", HARBOR_VERSION, "verifier")]
    rows = tuple(ExpectedDeviation(name, "c", "s") for name in lacks)
    declared = ExpectedDeviations(deviations=rows)
    expect = Expectation(declared, lambda _, __, answer: answer, "0.25.0")
    for one in recorded("verifier"):
        expected = expect(one.case, one.answer_of("0.25.0"))
        assert not diverges(one.case, one.answer, expected)
    assert expect.take_applied() == {*lacks}
    own = ExpectedDeviations(deviations=(ExpectedDeviation("finite-by-isfinite", "c", "s"),))
    assert own.in_release("0.25.0").deviations == ()
    assert own.in_release("0.22.0") == own


def test_the_model_of_a_release_without_its_deviations_is_the_reference() -> None:
    rows = [row for name in OPERATIONS for row in between("0.26.0", HARBOR_VERSION, name)]
    model = LocalCandidate("model", model_of("0.26.0", rows))
    for one in (one for name in OPERATIONS for one in recorded(name)):
        assert not differs(one.case, one.answer, model.answer(one.case))


FOLLOWS_0_25_0 = """
from candidates.deviations.releases import model_of

globals().update({name: model_of("0.25.0")[name] for name in ("verifier", "trial_result")})
"""


@pytest.mark.parametrize(("release", "status"), [("0.13.1", 1), ("0.25.0", 0)])
def test_a_smoke_test_compares_with_the_recorded_answers_of_a_release(
    release: str, status: int, tmp_path: Path
) -> None:
    (tmp_path / "late.py").write_text(FOLLOWS_0_25_0)
    words = ("smoke", "late.py", "--env", f"PYTHONPATH={ROOT}", "--release", release)
    assert command_here(*words, cwd=tmp_path).returncode == status
