"""A change of a release is named by the deviation that reproduces it; what is accepted is exact."""

from pathlib import Path

import pytest
from gated_pairs import SAME, gated_pair

from conformance.certification.verdict import ExitCode
from conformance.diagnosis.expected.deviations import (
    ExpectedDeviation,
    ExpectedDeviations,
    ExpectedFileError,
    Prediction,
)
from conformance.diagnosis.expected.reading import load
from conformance.gate.results import Gated, exit_code, updated
from conformance.gate.symptoms import Touches
from conformance.gate.work import title_of

CLAUSES = ("metric.compensated-sum", "metric.trial-order", "metric.mean-divides-the-sum")
NAIVE = """
from candidates.deviations.catalogue import chosen, functions

metric = functions(chosen("naive-sum"))["metric"]
"""
UNDIVIDED_AND_NEGATED = """
from candidates.deviations.catalogue import chosen, functions

undivided = functions(chosen("adds-for-a-mean"))["metric"]

def metric(case):
    answer = undivided(case)
    if case["metric"] == "sum":
        return {name: -number for name, number in answer.items()}
    return answer
"""
INTEGERS = """
from candidates.reference.metric import metric as right

def metric(case):
    answer = right(case)
    return {name: int(n) if n == 1 else n for name, n in answer.items()}
"""


def agreed_to(*names: str) -> ExpectedDeviations:
    return ExpectedDeviations(
        deviations=tuple(ExpectedDeviation(name, "agreed", "a link") for name in names)
    )


def accept_all(folder: Path, source: str) -> ExpectedDeviations:
    file = folder / "accepted.toml"
    text, _ = updated("", gated_pair(folder / "updated", source, *CLAUSES), ExpectedDeviations())
    for name in ("cause", "source"):
        text = text.replace(f'{name} = ""', f'{name} = "written"')
    file.write_text(text, encoding="utf-8")
    return load(file)


@pytest.fixture(scope="module")
def all_accepted(tmp_path_factory: pytest.TempPathFactory) -> ExpectedDeviations:
    return accept_all(tmp_path_factory.mktemp("accepted"), UNDIVIDED_AND_NEGATED)


@pytest.fixture(scope="module")
def changed(tmp_path_factory: pytest.TempPathFactory) -> Gated:
    return gated_pair(tmp_path_factory.mktemp("changed"), NAIVE, *CLAUSES)


def test_a_change_is_named_by_the_deviation_that_reproduces_it(changed: Gated) -> None:
    scores = [change for change in changed.changes if change.touches is Touches.SCORE]
    assert [change.deviations for change in scores] == [("naive-sum",)]
    assert scores[0].explained == scores[0].cases > 0


def test_answers_that_an_accepted_deviation_predicts_are_green(tmp_path: Path) -> None:
    result = gated_pair(tmp_path, NAIVE, *CLAUSES, accepted=agreed_to("naive-sum"))
    assert [one for one in result.changes if one.touches is Touches.SCORE] == []
    assert [(one.title, one.cause) for one in result.accepted] == [("naive-sum", "agreed")]
    assert result.stale == ()


def test_a_change_beyond_an_accepted_deviation_is_red(tmp_path: Path) -> None:
    result = gated_pair(
        tmp_path, UNDIVIDED_AND_NEGATED, *CLAUSES, accepted=agreed_to("adds-for-a-mean")
    )
    assert {change.finding.case.input["metric"] for change in result.changes} == {"sum"}
    assert exit_code([result]) is ExitCode.DIVERGES


def test_an_accepted_deviation_that_is_gone_is_stale_once_all_clauses_ran(tmp_path: Path) -> None:
    agreed = agreed_to("adds-for-a-mean")
    assert gated_pair(tmp_path / "part", SAME, *CLAUSES, accepted=agreed).stale == ()
    result = gated_pair(tmp_path, SAME, "metric", accepted=agreed)
    assert "adds-for-a-mean: accepted, but not seen" in result.stale
    assert result.changes == ()
    assert exit_code([result]) is ExitCode.DIVERGES


def test_a_pinned_case_accepts_its_own_answers_only(
    tmp_path: Path, all_accepted: ExpectedDeviations
) -> None:
    assert all_accepted.pinned
    more = gated_pair(
        tmp_path, UNDIVIDED_AND_NEGATED, *CLAUSES, "metric.sum-is-not-exact", accepted=all_accepted
    )
    assert {change.finding.clause for change in more.changes} == {"metric.sum-is-not-exact"}


def test_a_prediction_that_fails_is_no_change_but_keeps_the_gate_from_a_verdict(
    tmp_path: Path,
) -> None:
    prediction = Prediction("nowhere:predict", ("metric",), "agreed", "a link")
    result = gated_pair(
        tmp_path, NAIVE, *CLAUSES, accepted=ExpectedDeviations(predictions=(prediction,))
    )
    assert result.changes == ()
    assert "the prediction nowhere:predict: " in result.undriven[0]
    assert exit_code([result]) is ExitCode.ORACLE


def test_all_that_an_update_writes_is_green(
    tmp_path: Path, all_accepted: ExpectedDeviations
) -> None:
    again = gated_pair(tmp_path, UNDIVIDED_AND_NEGATED, *CLAUSES, accepted=all_accepted)
    assert (again.changes, again.stale) == ((), ())
    assert exit_code([again]) is ExitCode.CONFORMANT
    assert updated("", again, all_accepted)[1] == []


def test_a_pinned_case_is_stale_as_soon_as_either_release_moves(
    tmp_path: Path, all_accepted: ExpectedDeviations
) -> None:
    moved = gated_pair(tmp_path, SAME, *CLAUSES, accepted=all_accepted)
    said = [one for one in moved.stale if "accepted, but the later release answers" in one]
    assert len(said) == len(all_accepted.pinned)
    text, lines = updated("", moved, all_accepted)
    assert "[[case]]" not in text
    assert {f"- {title_of(one)}" for one in all_accepted.pinned} <= {*lines}


def test_text_that_is_accepted_in_one_case_is_accepted_in_all(tmp_path: Path) -> None:
    result = gated_pair(tmp_path / "first", INTEGERS, *CLAUSES)
    assert {change.touches for change in result.changes} == {Touches.TEXT}
    again = gated_pair(
        tmp_path / "second", INTEGERS, *CLAUSES, accepted=accept_all(tmp_path, INTEGERS)
    )
    assert again.changes == ()


def test_an_entry_without_a_cause_is_refused(changed: Gated, tmp_path: Path) -> None:
    file = tmp_path / "accepted.toml"
    text, lines = updated("# kept\n", changed, ExpectedDeviations())
    file.write_text(text, encoding="utf-8")
    assert text.startswith("# kept\n")
    assert "+ naive-sum: write its cause and source" in lines
    with pytest.raises(ExpectedFileError, match="no cause"):
        load(file)


PREDICTS = """
from conformance.protocol.values import Answer, Case, Result

def negated(case: Case, expected: Answer) -> Answer:
    if case.input["metric"] != "sum" or not isinstance(expected, Result):
        return expected
    return Result({name: -number for name, number in expected.value.items()})
"""


def test_what_a_prediction_says_is_green_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine.py").write_text(PREDICTS)
    monkeypatch.chdir(tmp_path)
    prediction = Prediction("mine:negated", ("metric",), "agreed", "a link")
    agreed = ExpectedDeviations(predictions=(prediction,))
    result = gated_pair(tmp_path, UNDIVIDED_AND_NEGATED, *CLAUSES, accepted=agreed)
    assert [change.deviations for change in result.changes] == [("adds-for-a-mean",)]
    assert [one.title for one in result.accepted] == ["predict mine:negated"]
