"""The gate tells every change once, with its smallest case, and never takes silence for none."""

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from gated_pairs import PAIR, PLAIN_SUMS, QUESTIONS, SAME, asked, asker, looking, served

from conformance.certification import plan
from conformance.certification.verdict import ExitCode
from conformance.gate.examination import Outcomes, PairResult
from conformance.gate.gate import exit_code
from conformance.gate.results import Gated, gated
from conformance.gate.symptoms import Touches
from conformance.implementations.environments.releases import Commands
from conformance.implementations.environments.versions import Pair
from conformance.operations import messages
from conformance.report import gate_view, rendering
from conformance.report.view import View

COMMAND = str(Path(sys.executable).parent / "harbor-conformance")
ROOT = Path(__file__).parent.parent
STEPS = plan.steps(["metric"], ["metric.compensated-sum", "metric.trial-order"])

DIES = "import os\n\ndef metric(question):\n    os._exit(3)\n"
UNDRIVEN = Gated(Pair("9.9.9", "9.9.10"), undriven=("9.9.10: no such thing",))
OWN_NUMBER = "import os\n\ndef metric(question):\n    return {'process': os.getpid()}\n"


def seen_between(folder: Path, source: str) -> Outcomes:
    """Return what a gate of the reference against a candidate sees."""
    return asked(folder, source, STEPS)


@pytest.fixture(scope="module")
def changed(tmp_path_factory: pytest.TempPathFactory) -> Gated:
    return gated(PAIR, seen_between(tmp_path_factory.mktemp("changed"), PLAIN_SUMS))


def test_a_release_that_answers_alike_shows_no_change(tmp_path: Path) -> None:
    result = gated(PAIR, seen_between(tmp_path, SAME))
    assert (result.verdict, result.changes) == ("no change", ())
    assert result.cases["metric"] > 100
    assert exit_code([result]) is ExitCode.CONFORMANT


def test_a_release_against_itself_has_a_process_in_each_chair(tmp_path: Path) -> None:
    itself = looking(STEPS, Pair(PAIR.after, PAIR.after))
    commands: Commands = {PAIR.after: served(tmp_path / "itself", OWN_NUMBER)}
    with asker(commands) as ask:
        ((_, seen),) = ask([itself])
    assert not isinstance(seen, str)
    assert all(one.changes for one in seen)


def test_a_change_is_told_once_with_its_clauses_and_a_small_case(changed: Gated) -> None:
    scores = [change for change in changed.changes if change.touches is Touches.SCORE]
    assert [(change.causes, change.clauses) for change in scores] == [
        (("*: a number a few ulps away",), ("metric.compensated-sum",)),
        (("*: another number",), ("metric.compensated-sum",)),
    ]
    assert all(len(repr(change.finding.case)) < 200 for change in scores)
    assert exit_code([changed]) is ExitCode.DIVERGES


def test_two_gates_of_a_pair_give_the_same_list(changed: Gated, tmp_path: Path) -> None:
    assert gated(PAIR, seen_between(tmp_path, PLAIN_SUMS)) == changed


def test_a_release_that_dies_is_not_driven_and_never_unchanged(tmp_path: Path) -> None:
    result = gated(PAIR, seen_between(tmp_path, DIES))
    assert result.verdict == "not driven"
    assert "exit status 3" in result.undriven[0]
    assert exit_code([result]) is ExitCode.ORACLE


ASKED = PairResult(STEPS[0].clause, STEPS[0].check, seed=0, cases=100, seconds=0)


@pytest.mark.parametrize("problem", ["9.9.9: it ended: ", ": ", " "])
def test_no_problem_is_dropped_whatever_its_text_ends_in(problem: str) -> None:
    with_fault = replace(ASKED, problem=problem)
    for shown in (Outcomes([ASKED], [problem]), Outcomes([ASKED, with_fault])):
        result = gated(PAIR, shown)
        assert result.verdict == "not driven"
        assert result.undriven[0].endswith(problem)
        assert exit_code([result]) is ExitCode.ORACLE


def test_what_was_not_driven_outweighs_a_change(changed: Gated) -> None:
    assert Gated(PAIR).verdict == "not driven"
    assert exit_code([Gated(PAIR, cases={"metric": 0})]) is ExitCode.ORACLE
    assert exit_code([changed, UNDRIVEN]) is ExitCode.ORACLE


def parsed(text: str) -> ET.Element:
    return ET.fromstring(text)  # noqa: S314 - it is our own


def test_json_has_every_change_in_the_protocols_form(changed: Gated) -> None:
    document = json.loads(rendering.json_text(gate_view.document([changed], QUESTIONS)))
    (pair,) = document["pairs"]
    assert (document["exit"], pair["verdict"]) == (1, "changed")
    for shown, change in zip(pair["changes"], changed.changes, strict=True):
        assert messages.case_from_json(shown["op"], shown["input"]) == change.finding.case
        assert messages.answer_from_json(shown["op"], shown["after"]) == change.finding.candidate


def test_junit_counts_changes_as_failures_and_what_is_not_driven_as_errors(changed: Gated) -> None:
    red = parsed(rendering.junit(gate_view.view([changed], QUESTIONS)))
    undriven = parsed(rendering.junit(gate_view.view([Gated(PAIR)], QUESTIONS)))
    assert [suite.get("failures") for suite in red] == [str(len(changed.changes))]
    assert [suite.get("errors") for suite in undriven] == ["1"]


@pytest.mark.parametrize("write", [rendering.text, rendering.markdown, rendering.html])
def test_every_form_names_the_clause_both_answers_and_the_command(
    write: Callable[[View], str], changed: Gated
) -> None:
    text = write(gate_view.view([changed], QUESTIONS))
    clause = changed.changes[0].finding.clause
    assert f"gate 9.9.9 --clause {clause} --seed 0 --profile quick" in text
    for words in ("touches a score", "0.13.1", "9.9.9", "smallest case"):
        assert words in text


def test_several_pairs_begin_with_a_table(changed: Gated) -> None:
    lines = rendering.markdown(gate_view.view([changed, UNDRIVEN], QUESTIONS)).splitlines()
    assert lines[0] == "**1 of 2 pairs changed**"
    assert lines[4].startswith("| 0.13.1 | 9.9.9 | changed | 2 | 0 |")
    assert lines[5].startswith("| 9.9.9 | 9.9.10 | not driven | 0 | 0 |")
    assert "- not driven: 9.9.10: no such thing" in lines


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["x"], "'x' is neither a version"),
        (["0.14.0", "--clause", "outcome.half-even"], "no clause 'outcome.half-even'"),
        (["0.14.0", "--operation", "outcome"], "no operation 'outcome'"),
        (["0.14.0", "0.15.0", "--accepted", "x.toml"], "--accepted FILE goes with one release"),
        (["0.14.0", "--update"], "--update with --accepted"),
        (["0.14.0", "--jobs", "x"], "Invalid value for '--jobs'"),
        (["0.14.0..0.15.0", "."], "recorded jobs go with one release"),
        (["0.14.0", "--accepted", __file__], "the expected deviations cannot be read"),
    ],
)
def test_what_cannot_be_gated_is_refused_in_one_line(
    arguments: list[str], said: str, tmp_path: Path
) -> None:
    completed = subprocess.run(
        [COMMAND, "gate", *arguments, "--cache", str(tmp_path)],
        env={"PATH": str(tmp_path), "HOME": str(tmp_path)},
        check=False,
        capture_output=True,
        text=True,
    )
    assert completed.returncode == ExitCode.USAGE
    assert said in completed.stderr
    assert completed.stderr.count("\n") == 1


def test_the_help_and_the_guide_name_every_exit_status() -> None:
    argv = [COMMAND, "gate", "--help"]
    printed = subprocess.run(argv, check=True, capture_output=True, text=True).stdout
    guide = (ROOT / "docs" / "upgrade-harbor.md").read_text(encoding="utf-8")
    for code in set(ExitCode) - {ExitCode.CANDIDATE}:
        assert f" {code:d} " in " ".join(printed.split())
        assert f"\n| {code:d} | " in guide
