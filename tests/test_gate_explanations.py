"""Explanations of changes: written once, found by release and by cause or deviation."""

import pytest
from recorded import recorded
from worded import contradicted

from candidates.deviations.catalogue import CATALOGUE as DEVIATIONS
from candidates.deviations.releases import MODELLED, deviations_of
from conformance.examination.findings import Finding, Observation
from conformance.examination.recorded import corpus
from conformance.gate.changes import Change, shown_by
from conformance.gate.explanations import GROUPS, Explanation, explanations, meanings
from conformance.gate.results import Gated
from conformance.gate.symptoms import symptoms
from conformance.implementations.environments.versions import Pair
from conformance.operations.catalogue import CATALOGUE
from conformance.operations.comparing import compare
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


def seen(case: Case, error: str) -> tuple[Change, Observation]:
    """Return the change of a job that ran, and ends with an error now."""
    answers = Result({"sessions": []}), Failure(error)
    observed = Observation("run.configuration", case, *answers)
    ((_, change),) = shown_by(Finding.of(observed, compare(case, *answers)), "recorded cases")
    return change, observed


def test_a_change_in_a_clause_of_an_entry_is_known_only_if_a_case_of_the_entry_has_its_cause() -> (
    None
):
    """Anything else in the clause is new."""
    skills = {one.id: one.case for one in recorded("run")}["run.configuration.skills"]
    other = Case("run", {"tasks": []})
    shown = [seen(skills, "ValueError"), seen(other, "ValueError"), seen(other, "KeyError")]
    changes, observations = zip(*shown, strict=True)
    gated = Gated(Pair("0.23.0", "0.24.0"), changes=changes, diverging=observations)
    found = meanings(gated)
    assert found["accepted"] == {SKILLS.title: [*changes[:2]]}
    assert found["new"] == {"a result → KeyError (run.configuration)": [changes[2]]}


def test_an_entry_is_of_releases_after_the_first_up_to_the_second() -> None:
    told = [SKILLS.lies_in(Pair(*two)) for two in (("0.23.0", "0.24.0"), ("0.24.0", "0.25.0"))]
    assert told == [True, False]


def test_a_difference_of_the_text_only_changes_no_number() -> None:
    case, answers = Case("run", {"tasks": []}), ({"sessions": []}, {"sessions": [], "configs": []})
    before, after = map(Result, answers)
    finding = Finding.of(
        Observation("run.groups", case, before, after), compare(case, before, after)
    )
    changes = tuple(change for _, change in shown_by(finding, "recorded cases"))
    (title,) = meanings(Gated(Pair("0.13.1", "0.14.0"), changes=changes))["text"]
    assert title.endswith("no number changes")
