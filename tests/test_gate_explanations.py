"""Explanations of changes: written once, found by release and by cause or deviation."""

import pytest
from recorded import recorded
from worded import contradicted

from candidates.deviations.catalogue import CATALOGUE as DEVIATIONS
from candidates.deviations.releases import MODELLED, deviations_of
from conformance.examination.recorded import corpus
from conformance.gate.explanations import GROUPS, Explanation, explanations
from conformance.gate.symptoms import symptoms
from conformance.implementations.environments.versions import Pair
from conformance.operations.catalogue import CATALOGUE
from conformance.protocol.values import Case, Failure, Result
from tools import upgrades


@pytest.mark.parametrize("entry", explanations(), ids=lambda entry: entry.means[:40])
def test_each_is_about_clauses_and_deviations_that_there_are(entry: Explanation) -> None:
    assert {*entry.clauses} <= CATALOGUE.keys()
    assert {*entry.deviations} <= DEVIATIONS.keys()
    assert entry.clauses or entry.deviations
    assert entry.group in GROUPS


def test_each_deviation_of_a_release_is_explained_except_those_of_recorded_configurations() -> None:
    explained = {name for entry in explanations() for name in entry.deviations}
    modelled = {row.name for release in MODELLED for row in deviations_of(release)}
    assert {one for one in modelled - explained if not one.startswith("trial-config-")} == set()
    assert len({one.name for one in explanations()}) == len(explanations())


@pytest.mark.parametrize("entry", explanations(), ids=lambda one: one.means[:40])
def test_each_names_recorded_cases_that_show_it_and_that_it_leaves_alone(
    entry: Explanation,
) -> None:
    named = {one.id: one for one in recorded() if one.id in {*entry.shows, *entry.leaves}}
    assert entry.shows
    assert entry.leaves
    assert named.keys() == {*entry.shows, *entry.leaves}
    before = MODELLED[MODELLED.index(entry.release) - 1]
    shown = []
    for one in named.values():
        if one.case.operation in corpus.OF_RELEASES:  # tests/test_release_real.py asks the others
            answers = one.answer_of(before), one.answer_of(entry.release)
            assert bool(symptoms(one.case, *answers)) == (one.id in entry.shows), one.id
            shown += [(one.case, *answers)] if one.id in entry.shows else []
    assert not shown or [*contradicted(entry.means, shown)] == []


NAN = Case("verifier", {"reward.txt": None, "reward.json": b'{"a": NaN}'})
NAN_SHOWN = [(NAN, Result({"rewards": {"a": 1.0}}), Failure("VerifierOutputParseError"))]


@pytest.mark.parametrize(
    ("means", "names"),
    [
        ("nan raise VerifierOutputParseError; before, it was a number", []),
        ("nan is a ValueError", ["ValueError"]),
        ("nan is read; before, it was a VerifierOutputParseError", ["VerifierOutputParseError"]),
    ],
)
def test_a_statement_with_an_error_that_no_answer_has_is_found(
    means: str, names: list[str]
) -> None:
    assert [*contradicted(means, NAN_SHOWN)] == names


def test_the_page_of_upgrades_is_written_of_them_and_short() -> None:
    text = upgrades.PAGE.read_text(encoding="utf-8")
    assert text == upgrades.to_text()
    assert len(text.split()) <= 3000


SKILLS = next(one for one in explanations() if "run.configuration.skills" in one.shows)


def test_an_entry_is_of_releases_after_the_first_up_to_the_second() -> None:
    told = [SKILLS.lies_in(Pair(*two)) for two in (("0.23.0", "0.24.0"), ("0.24.0", "0.25.0"))]
    assert told == [True, False]
