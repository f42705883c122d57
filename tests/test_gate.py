"""The gate tells every change once, with its smallest case, and never takes silence for none."""

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from conformance.certification import plan
from conformance.certification.plan import Profile
from conformance.certification.verdict import ExitCode
from conformance.gate import accepted, run
from conformance.gate.asking import StepResult
from conformance.gate.partings import Touches
from conformance.gate.releases import Pair
from conformance.gate.results import Gated, Outcomes, gated
from conformance.gate.run import Commands, Questions, Task
from conformance.gate.verdict import exit_code
from conformance.implementations.process.command import Command
from conformance.ledger.ledger import LedgerError
from conformance.ledger.reading import load
from conformance.ledger.rewriting import entry_of, with_pinned
from conformance.operations import messages
from conformance.report import gate_json, gate_junit, gate_markdown

COMMAND = str(Path(sys.executable).parent / "harbor-conformance")
ROOT = Path(__file__).parent.parent
PAIR = Pair("0.13.1", "9.9.9")
QUESTIONS = Questions(0, Profile.QUICK)
STEPS = plan.steps(["metric"], ["metric.compensated-sum", "metric.trial-order"])

PLAIN_SUMS = """
from candidates.reference.metric import metric as right

def metric(question):
    several = any(len(rewards or {}) > 1 for rewards in question["rewards"])
    if question["metric"] != "sum" or several:
        return right(question)
    total = 0
    for rewards in question["rewards"]:
        total += next(iter((rewards or {"": 0}).values()))
    return {"sum": total + 0.0}
"""
DIES = "import os\n\ndef metric(question):\n    os._exit(3)\n"
OWN_NUMBER = "import os\n\ndef metric(question):\n    return {'process': os.getpid()}\n"
SAME = "from candidates.reference.metric import metric\n"


def served(folder: Path, source: str) -> Command:
    """Return the command of a candidate that is given as a module's text."""
    folder.mkdir()
    (folder / "other.py").write_text(source, encoding="utf-8")
    variables = (("PYTHONPATH", os.pathsep.join([str(folder), str(ROOT)])),)
    return Command((sys.executable, "-m", "candidates.serve", "other"), variables)


def seen_between(folder: Path, source: str) -> Outcomes:
    """Return what a gate of the reference against a candidate sees."""
    commands: Commands = {
        PAIR.before: served(folder / "before", SAME),
        PAIR.after: served(folder / "after", source),
    }
    found: Outcomes = []
    for _, shown in run.take([Task(PAIR, tuple(STEPS))], commands, QUESTIONS, 1):
        found += [shown] if isinstance(shown, str) else shown
    return found


@pytest.fixture(scope="module")
def changed(tmp_path_factory: pytest.TempPathFactory) -> Gated:
    return gated(PAIR, None, seen_between(tmp_path_factory.mktemp("changed"), PLAIN_SUMS))


def test_a_release_that_answers_alike_shows_no_change(tmp_path: Path) -> None:
    result = gated(PAIR, None, seen_between(tmp_path, SAME))
    assert (result.verdict, result.changes) == ("no change", ())
    assert result.cases["metric"] > 100
    assert exit_code([result]) is ExitCode.CONFORMANT


def test_a_release_against_itself_has_a_process_in_each_chair(tmp_path: Path) -> None:
    itself = Task(Pair(PAIR.after, PAIR.after), tuple(STEPS))
    commands: Commands = {PAIR.after: served(tmp_path / "itself", OWN_NUMBER)}
    ((_, seen),) = run.take([itself], commands, QUESTIONS, 1)
    assert not isinstance(seen, str)
    assert all(one.sightings for one in seen)


def test_a_change_is_told_once_with_its_clauses_and_a_small_case(changed: Gated) -> None:
    scores = [change for change in changed.changes if change.touches is Touches.SCORE]
    assert [change.causes for change in scores] == [("*: another number",)]
    assert scores[0].finding.requirement in scores[0].clauses
    assert len(repr(scores[0].finding.case)) < 200
    assert exit_code([changed]) is ExitCode.DIVERGES


def test_two_gates_of_a_pair_give_the_same_list(changed: Gated, tmp_path: Path) -> None:
    assert gated(PAIR, None, seen_between(tmp_path, PLAIN_SUMS)) == changed


def test_a_release_that_dies_is_not_driven_and_never_unchanged(tmp_path: Path) -> None:
    result = gated(PAIR, None, seen_between(tmp_path, DIES))
    assert result.verdict == "not driven"
    assert "exit status 3" in result.undriven[0]
    assert exit_code([result]) is ExitCode.ORACLE


@pytest.mark.parametrize("problem", ["9.9.9: it ended: ", ": ", " "])
def test_no_problem_is_dropped_whatever_its_text_ends_in(problem: str) -> None:
    asked = StepResult(STEPS[0], 100, ())
    for shown in ([asked, problem], [asked, replace(asked, problems=(problem,))]):
        result = gated(PAIR, None, shown)
        assert result.verdict == "not driven"
        assert result.undriven[0].endswith(problem)
        assert exit_code([result]) is ExitCode.ORACLE


def test_a_pair_of_which_nothing_was_asked_is_not_driven() -> None:
    assert Gated(PAIR, None, {}, ()).verdict == "not driven"
    assert exit_code([Gated(PAIR, None, {"metric": 0}, ())]) is ExitCode.ORACLE


def test_a_release_that_was_not_driven_outweighs_a_change(changed: Gated) -> None:
    undriven = Gated(PAIR, None, {}, (), ("9.9.9: there is no version",))
    assert exit_code([changed, undriven]) is ExitCode.ORACLE


def parsed(text: str) -> ET.Element:
    return ET.fromstring(text)  # noqa: S314 - it is our own


def agreed(result: Gated) -> list[accepted.PinnedCase]:
    """Return entries for every change of a result, with cause and source."""
    entries, _ = accepted.update(result, [])
    return [replace(entry, cause="agreed", source="a link") for entry in entries]


def test_with_every_change_accepted_the_gate_is_green(changed: Gated) -> None:
    result = accepted.accept(changed, agreed(changed))
    assert (result.new, result.stale) == ((), ())
    assert exit_code([result]) is ExitCode.CONFORMANT


def test_a_change_that_is_not_accepted_is_red(changed: Gated) -> None:
    result = accepted.accept(changed, agreed(changed)[1:])
    assert len(result.new) == 1
    assert exit_code([result]) is ExitCode.DIVERGES


def test_an_accepted_change_that_is_gone_is_red(changed: Gated) -> None:
    fewer = replace(changed, changes=changed.changes[1:])
    result = accepted.accept(fewer, agreed(changed))
    assert "accepted, but not seen" in result.stale[0]
    assert exit_code([result]) is ExitCode.DIVERGES


def test_an_update_writes_what_came_and_drops_what_went(changed: Gated) -> None:
    known = agreed(changed)
    assert accepted.update(changed, known) == (known, [])
    entries, lines = accepted.update(replace(changed, changes=changed.changes[1:]), known)
    assert entries == known[1:]
    assert [line[0] for line in lines] == ["-"]


def test_an_entry_without_a_cause_is_refused(changed: Gated, tmp_path: Path) -> None:
    file = tmp_path / "accepted.toml"
    file.write_text(with_pinned("", [entry_of(changed.changes[0].finding)]), encoding="utf-8")
    with pytest.raises(LedgerError, match="no cause"):
        load(file)
    file.write_text(with_pinned("", agreed(changed)), encoding="utf-8")
    assert list(load(file).pinned) == agreed(changed)


def test_json_has_every_change_in_the_protocols_form(changed: Gated) -> None:
    document = json.loads(gate_json.to_text([changed], QUESTIONS))
    (pair,) = document["pairs"]
    assert (document["exit"], pair["verdict"]) == (1, "changed")
    for shown, change in zip(pair["changes"], changed.changes, strict=True):
        assert messages.case_from_json(shown["op"], shown["input"]) == change.finding.case
        assert messages.answer_from_json(shown["op"], shown["after"]) == change.finding.candidate


def test_junit_counts_new_changes_as_failures_and_accepted_ones_as_passed(changed: Gated) -> None:
    red = parsed(gate_junit.to_text([changed], QUESTIONS))
    green = accepted.accept(changed, agreed(changed))
    passed = parsed(gate_junit.to_text([green], QUESTIONS))
    undriven = parsed(gate_junit.to_text([Gated(PAIR, None, {}, ())], QUESTIONS))
    changes = str(len(changed.changes))
    assert [suite.get("failures") for suite in red] == [changes]
    assert [(suite.get("failures"), suite.get("tests")) for suite in passed] == [("0", changes)]
    assert [suite.get("errors") for suite in undriven] == ["1"]


def test_markdown_names_the_clause_both_answers_and_the_command(changed: Gated) -> None:
    text = gate_markdown.to_text([changed], QUESTIONS)
    found = changed.changes[0].finding
    assert f"`{found.requirement}` touches a score" in text
    assert "0.13.1 `" in text
    assert "9.9.9 `" in text
    assert f"gate 9.9.9 --clause {found.requirement} --seed 0 --profile quick" in text


def test_several_pairs_begin_with_a_matrix(changed: Gated) -> None:
    undriven = Gated(Pair("9.9.9", "9.9.10"), None, {}, (), ("9.9.10: no such thing",))
    lines = gate_markdown.to_text([changed, undriven], QUESTIONS).splitlines()
    assert "`harbor-conformance gate 0.13.1..9.9.10 --seed 0 --profile quick`" in lines[2]
    assert lines[6].startswith("| 0.13.1 | 9.9.9 | changed |")
    assert lines[7].startswith("| 9.9.9 | 9.9.10 | not driven |")
    assert "- not driven: 9.9.10: no such thing" in lines


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["x"], "'x' is neither a version"),
        (["0.14.0", "--clause", "outcome.half-even"], "no clause 'outcome.half-even'"),
        (["0.14.0", "--operation", "outcome"], "no operation 'outcome'"),
        (["0.14.0", "0.15.0", "--accepted", "x.toml"], "--accepted FILE goes with one release"),
        (["0.14.0", "--update"], "--update with --accepted"),
        (["0.14.0", "--accepted", __file__], "the ledger cannot be read"),
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
