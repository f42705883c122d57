"""Explanations of changes: written once, found by release and by clause or deviation."""

import re

import pytest

from candidates.deviations.catalogue import CATALOGUE as DEVIATIONS
from conformance.examination.findings import Finding
from conformance.gate.changes import Change
from conformance.gate.explanations import Explanation, explanation_of, explanations
from conformance.gate.symptoms import Touches
from conformance.implementations.environments.versions import Pair
from conformance.operations.catalogue import CATALOGUE
from conformance.protocol.differences import Kind
from conformance.protocol.values import Case, Failure


def change(clause: str, touches: Touches = Touches.SCORE, *deviations: str) -> Change:
    case = Case("run", {"tasks": []})
    finding = Finding(clause, case, Failure("A"), Failure("B"), "", Kind.ERROR)
    return Change(("a → b",), touches, ("a",), (clause,), finding, deviations=deviations)


@pytest.mark.parametrize("entry", explanations(), ids=lambda entry: entry.means[:40])
def test_each_is_about_clauses_and_deviations_that_there_are(entry: Explanation) -> None:
    assert {*entry.clauses} <= CATALOGUE.keys()
    assert {*entry.deviations} <= DEVIATIONS.keys()
    assert entry.clauses or entry.deviations


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
            "nan and infinity are refused",
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
