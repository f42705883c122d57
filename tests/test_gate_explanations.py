"""What a change comes to for people: said once, found by release and by clause or deviation."""

import tomllib
from pathlib import Path

import pytest

from candidates.deviations.catalogue import CATALOGUE as DEVIATIONS
from conformance.examination.findings import Finding
from conformance.gate import explanations
from conformance.gate.changes import Change
from conformance.gate.explanations import explanation_of
from conformance.gate.symptoms import Touches
from conformance.implementations.environments.versions import Pair
from conformance.operations.catalogue import CATALOGUE
from conformance.protocol.differences import Kind
from conformance.protocol.values import Case, Failure

ENTRIES = tomllib.loads(
    (Path(explanations.__file__).parent / "explanations.toml").read_text(encoding="utf-8")
)["explanation"]


def change(clause: str, touches: Touches = Touches.SCORE, *deviations: str) -> Change:
    case = Case("run", {"tasks": []})
    finding = Finding(clause, case, Failure("A"), Failure("B"), "", Kind.ERROR)
    return Change(("a → b",), touches, ("a",), (clause,), finding, deviations=deviations)


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: str(entry["means"])[:40])
def test_each_is_about_clauses_and_deviations_that_there_are(entry: dict[str, list[str]]) -> None:
    assert set(entry.get("clauses", ())) <= CATALOGUE.keys()
    assert set(entry.get("deviations", ())) <= DEVIATIONS.keys()
    assert entry.get("clauses") or entry.get("deviations")


def test_a_change_has_the_meaning_of_the_release_that_brought_it() -> None:
    told = explanation_of(Pair("0.18.0", "0.20.0"), change("run.secrets"))
    assert told is not None
    assert "is replaced in every file of a trial" in told.means


def test_where_two_releases_between_have_one_neither_is_taken() -> None:
    assert explanation_of(Pair("0.13.1", "0.25.0"), change("run.secrets")) is None
    assert explanation_of(Pair("0.13.1", "0.14.0"), change("run.secrets")) is None


def test_where_no_release_has_one_of_its_own_a_clause_may_have_one() -> None:
    told = explanation_of(Pair("0.24.0", "0.25.0"), change("run.configuration"))
    assert told is not None
    assert told.means.startswith("a config field that one release ignores")
    own = explanation_of(Pair("0.15.0", "0.16.0"), change("run.configuration"))
    assert own is not None
    assert "install_only" in own.means


def test_a_change_that_a_deviation_tells_has_the_meaning_of_the_deviation() -> None:
    told = explanation_of(
        Pair("0.22.0", "0.23.0"), change("run.min-reward", Touches.SCORE, "finite-by-isfinite")
    )
    assert told is not None
    assert told.means.startswith("nan and infinity are refused")


def test_a_change_of_the_text_alone_changes_no_number() -> None:
    told = explanation_of(Pair("0.13.1", "0.14.0"), change("run.configuration", Touches.TEXT))
    assert told is not None
    assert "no number changes" in told.means
