"""The gate reports every change once, with its smallest case, and never takes silence for none."""

import json
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from gated_pairs import PAIR, SAME, gated_pair, settings
from programs import ROOT, command_here

from conformance.certification import ExitCode
from conformance.gate.changes import PairResult
from conformance.gate.explanations import GROUPS, explanations, meanings
from conformance.gate.results import Gated, exit_code, gated
from conformance.gate.symptoms import Touches
from conformance.implementations.environments.versions import Pair
from conformance.operations import messages
from conformance.report import gate_view, rendering

SUM, NONE, EXTREME = "metric.compensated-sum", "metric.sum-of-nothing", "metric.extreme-is-a-value"

PLAIN_SUMS = """
from candidates.deviations.catalogue import chosen, functions

metric = functions(chosen("naive-sum"))["metric"]
"""
DIES = "import os\n\ndef metric(case):\n    os._exit(3)\n"
FIRST_DIFFERS = """
from candidates.reference.metric import metric as right

known = []

def metric(case):
    if case["metric"] in ("min", "max"):
        return {"extreme": 0.5}
    if case in known:
        return right(case)
    known.append(case)
    return {"sum": 0.5}
"""
BY_SIZE = """
from candidates.reference.metric import metric as right

def metric(case):
    values = [n for one in case["rewards"] for n in (one or {"": 0}).values()]
    if case["metric"] != "max" or any(len(one or {"": 0}) > 1 for one in case["rewards"]):
        return right(case)
    return {"max": max(values, key=abs)} if values else right(case)
"""
OF_0_25_0 = """
from candidates.deviations.releases import model_of

model = model_of("0.25.0")
metric, verifier, trial_result = model["metric"], model["verifier"], model["trial_result"]
"""
NEGATES = """
def verifier(case, known=verifier):
    answer = known(case)
    if case["reward.txt"] is None:
        return answer
    return {"rewards": {name: -number for name, number in answer["rewards"].items()}}
"""
UNDRIVEN = Gated(Pair("9.9.9", "9.9.10"), undriven=("9.9.10: no such thing",))


@pytest.fixture(scope="module")
def changed(tmp_path_factory: pytest.TempPathFactory) -> Gated:
    return gated_pair(tmp_path_factory.mktemp("changed"), PLAIN_SUMS, SUM, NONE)


def test_a_release_that_answers_alike_shows_no_change(tmp_path: Path) -> None:
    result = gated_pair(tmp_path, SAME, SUM, "metric.trial-order")
    assert (result.verdict, result.changes) == ("no change", ())
    assert result.cases["metric"] > 100
    assert exit_code([result]) is ExitCode.CONFORMANT


def test_a_change_is_reported_with_its_clauses_and_a_small_case(changed: Gated) -> None:
    scores = [change for change in changed.changes if change.touches is Touches.SCORE]
    assert scores
    assert {clause for change in scores for clause in change.clauses} == {SUM}
    assert all(len(repr(change.finding.case)) < 200 for change in scores)
    assert exit_code([changed]) is ExitCode.DIVERGES


@pytest.mark.slow
def test_two_gates_of_a_pair_give_the_same_list(changed: Gated, tmp_path: Path) -> None:
    assert gated_pair(tmp_path, PLAIN_SUMS, SUM, NONE) == changed


def test_a_release_that_dies_is_not_driven_and_never_unchanged(tmp_path: Path) -> None:
    result = gated_pair(tmp_path, DIES, SUM)
    assert result.verdict == "not driven"
    assert any("exit status 3" in why for why in result.undriven)
    assert exit_code([result]) is ExitCode.ORACLE


@pytest.mark.slow
def test_an_answer_that_does_not_repeat_is_no_change_but_a_problem(tmp_path: Path) -> None:
    shown = gated_pair(tmp_path, FIRST_DIFFERS, SUM, EXTREME)
    assert {clause for change in shown.changes for clause in change.clauses} == {EXTREME}
    assert {observed.clause for observed in shown.diverging} == {EXTREME}
    assert shown.undriven == (f"metric: {SUM}: a release answered one case in two ways",)


@pytest.mark.slow
def test_what_a_modelled_release_changes_is_named_and_anything_more_is_new(tmp_path: Path) -> None:
    """A new change in the clauses of a known one must not be taken for it."""
    clauses = ("verifier.json-text", "verifier.text-number", "trial_result.syntax")
    before = "from candidates.reference import pipelines\nglobals().update(pipelines())\n"
    known = gated_pair(tmp_path / "known", OF_0_25_0, *clauses, before=before)
    assert {name for change in known.changes for name in change.deviations} >= {
        "numbers-by-isinstance",
        "trial-unreadable-is-run-again",
    }
    assert all(change.deviations for change in known.changes)
    assert "new" not in meanings(known)
    more = gated_pair(tmp_path / "more", OF_0_25_0 + NEGATES, *clauses, before=before)
    assert any("verifier.text-number" in one.title for one in meanings(more)["new"])
    unexplained = [change for change in more.changes if not change.deviations]
    assert unexplained
    assert {change.finding.case.operation for change in unexplained} == {"verifier"}


def test_a_change_that_nothing_explains_is_new_with_what_decides(tmp_path: Path) -> None:
    view = gate_view.view([gated_pair(tmp_path, BY_SIZE, EXTREME)], settings(EXTREME), brief=True)
    told = rendering.text(view).partition("new: nothing in this project explains it")[2]
    assert "one edit decides" in told


@pytest.mark.parametrize("problem", ["9.9.9: it ended: ", ": ", " "])
def test_no_problem_is_dropped_for_its_text(problem: str) -> None:
    for faults, others, told in (((), [problem], problem), ((problem,), [], f"metric: {problem}")):
        asked = PairResult(SUM, "recorded cases", seed=0, cases=100, seconds=0, faults=faults)
        result = gated(PAIR, [asked], others)
        assert (result.verdict, result.undriven) == ("not driven", (told,))
        assert exit_code([result]) is ExitCode.ORACLE


def test_a_pair_that_was_not_driven_outweighs_a_change(changed: Gated) -> None:
    assert Gated(PAIR).verdict == "not driven"
    assert exit_code([Gated(PAIR, cases={"metric": 0})]) is ExitCode.ORACLE
    assert exit_code([changed, UNDRIVEN]) is ExitCode.ORACLE


def test_json_has_every_change_in_the_protocols_form(changed: Gated) -> None:
    document = json.loads(rendering.json_text(gate_view.document([changed], settings(SUM))))
    (pair,) = document["pairs"]
    assert (document["exit"], pair["verdict"]) == (1, "changed")
    for shown, change in zip(pair["changes"], changed.changes, strict=True):
        assert messages.case_from_json(shown["op"], shown["input"]) == change.finding.case
        assert messages.answer_from_json(shown["op"], shown["after"]) == change.finding.candidate


def test_junit_counts_changes_as_failures_and_undriven_pairs_as_errors(changed: Gated) -> None:
    counted = ((changed, "failures", len(changed.changes)), (Gated(PAIR), "errors", 1))
    for result, name, count in counted:
        text = rendering.junit(gate_view.view([result], settings(SUM)))
        assert [one.get(name) for one in ET.fromstring(text)] == [str(count)]  # noqa: S314 - ours


@pytest.mark.parametrize("brief", [True, False])
def test_a_meaning_stands_once_with_its_cases_beneath(changed: Gated, *, brief: bool) -> None:
    text = rendering.text(gate_view.view([changed], settings(SUM), brief=brief))
    ((meaning, *_), *_) = meanings(changed).values()
    assert text.count(meaning.title.replace("→", "->")) == 1
    clause = changed.changes[0].finding.clause
    cases = f"gate 9.9.9 --clause {clause} --seed 0 --profile quick", "touches a score", "smallest"
    assert [words in text for words in cases] == [not brief] * 3


def test_several_pairs_begin_with_a_table(changed: Gated) -> None:
    view = gate_view.view([changed, UNDRIVEN], settings(SUM))
    lines = rendering.markdown(view).splitlines()
    assert lines[0] == "**1 of 2 pairs changed**"
    assert lines[4].startswith("| 0.13.1 | 9.9.9 | changed | ")
    assert lines[5].startswith("| 9.9.9 | 9.9.10 | not driven | 0 | 0 |")
    assert "- not driven: 9.9.10: no such thing" in lines


def test_a_screen_folds_the_last_groups_and_never_scores_or_what_is_new() -> None:
    found = {group: [f"{group} {n}" for n in range(12)] for group in GROUPS}
    shown = gate_view.on_one_screen(found)
    assert {group for group in GROUPS if shown[group] == found[group]} == {"scores", "text", "new"}
    assert shown["errors"] == ["errors 0", "and 11 more"]
    few = {group: titles[:4] for group, titles in found.items()}
    assert gate_view.on_one_screen(few) == few
    # It has room for what a release changes.
    assert [one.title for one in explanations() if len(one.title) > gate_view.LINE] == []


def test_the_help_and_the_guide_name_every_exit_status() -> None:
    printed = command_here("gate", "--help", status=0).stdout
    guide = (ROOT / "docs" / "upgrade-harbor.md").read_text(encoding="utf-8")
    for code in set(ExitCode) - {ExitCode.CANDIDATE}:
        assert f" {code:d} " in " ".join(printed.split())
        assert f"\n| {code:d} | " in guide
