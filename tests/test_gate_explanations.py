"""Explanations of changes: written once, found by release and by clause or deviation."""

import re

import pytest

from candidates.deviations.catalogue import CATALOGUE as DEVIATIONS
from candidates.deviations.releases import MODELLED
from conformance.examination.findings import Finding
from conformance.examination.recorded import corpus
from conformance.gate.changes import Change
from conformance.gate.explanations import GROUPS, Explanation, explanation_of, explanations
from conformance.gate.symptoms import Touches, symptoms
from conformance.implementations.environments.versions import Pair
from conformance.operations.catalogue import CATALOGUE
from conformance.protocol.differences import Kind
from conformance.protocol.values import Case, Failure
from tools import upgrades


def change(clause: str, touches: Touches = Touches.SCORE, *deviations: str) -> Change:
    case = Case("run", {"tasks": []})
    finding = Finding(clause, case, Failure("A"), Failure("B"), "", Kind.ERROR)
    return Change(("a → b",), touches, ("a",), (clause,), finding, deviations=deviations)


@pytest.mark.parametrize("entry", explanations(), ids=lambda entry: entry.means[:40])
def test_each_is_about_clauses_and_deviations_that_there_are(entry: Explanation) -> None:
    assert {*entry.clauses} <= CATALOGUE.keys()
    assert {*entry.deviations} <= DEVIATIONS.keys()
    assert entry.clauses or entry.deviations
    assert entry.group in GROUPS


@pytest.mark.parametrize(
    "entry", [one for one in explanations() if one.release != "*"], ids=lambda one: one.means[:40]
)
def test_each_names_recorded_cases_that_show_it_and_that_it_leaves_alone(
    entry: Explanation,
) -> None:
    recorded = {one.id: one for one in corpus.load() if one.id in {*entry.shows, *entry.leaves}}
    assert entry.shows
    assert entry.leaves
    assert recorded.keys() == {*entry.shows, *entry.leaves}
    before = MODELLED[MODELLED.index(entry.release) - 1]
    for one in recorded.values():
        if one.case.operation in corpus.OF_RELEASES:  # tests/test_release_real.py asks the others
            answers = one.answer_of(before), one.answer_of(entry.release)
            assert bool(symptoms(one.case, *answers)) == (one.id in entry.shows), one.id


def test_the_page_of_upgrades_is_written_of_them_and_short() -> None:
    text = upgrades.PAGE.read_text(encoding="utf-8")
    assert text == upgrades.to_text()
    assert len(text.split()) <= 3000


SECRETS, CONFIGURATION = change("run.secrets"), change("run.configuration")


@pytest.mark.parametrize(
    ("releases", "of", "means"),
    [
        (("0.18.0", "0.20.0"), SECRETS, ".*is replaced in every file of a trial"),
        (("0.13.1", "0.25.0"), SECRETS, None),  # two releases between have one
        (("0.13.1", "0.14.0"), SECRETS, None),
        (("0.24.0", "0.25.0"), CONFIGURATION, "a config field that one release ignores"),
        (("0.15.0", "0.16.0"), CONFIGURATION, ".*install_only"),
        (
            ("0.22.0", "0.23.0"),
            change("run.min-reward", Touches.SCORE, "finite-by-isfinite"),
            "nan and infinity raise",
        ),
        (("0.13.1", "0.14.0"), change("run.configuration", Touches.TEXT), ".*no number changes"),
    ],
)
def test_a_change_has_the_explanation_of_its_release_and_clause_or_deviation(
    releases: tuple[str, str], of: Change, means: str | None
) -> None:
    told = explanation_of(Pair(*releases), of)
    assert (told is None) == (means is None)
    assert told is None or re.match(means or "", told.means)
