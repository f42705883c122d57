"""The command as a user runs it: what it prints, and how it exits."""

import json
import os
import re
import shlex
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from programs import command, last_line, run_program
from programs import command_here as run

FILES = {
    "reason.py": "from candidates.reference import reason_code\n",
    "mean.py": """
def metric(case):
    values = [next(iter((r or {}).values()), 0) for r in case['rewards']]
    print('to a log')
    return {case['metric']: sum(values) / len(values)}
""",
    "floats.py": """
from candidates import reference
metrics = reference.pipelines()["metric"]
def metric(case):
    return {name: value + 0.0 for name, value in metrics(case).items()}
""",
    "reward.json": '{"a": "0-1"}',
}
METRIC, SUM = "--profile quick --operation metric", "--clause metric.sum-of-nothing --profile quick"
AGREES = "CONFORMANT (reason_code; 8 operations not claimed): reason: agrees exactly with agent-"
EXACTLY = "CONFORMANT (metric; 8 operations not run): reference agrees exactly with harbor 0.13"
DIVERGES = "NOT CONFORMANT (metric; 8 operations not claimed): ./mean.py diverges"
MEAN = """--metric mean --rewards '[{"a": 1}, null, {"a": 1e0}]'"""
WHOLE = "what is not announced, in a whole run"
ROWS: dict[str, tuple[str, int, list[str]]] = {
    # What is typed, the exit status, and what is printed.
    "a file of Python": (f"certify ./mean.py {SUM}", 1, [f"\n{DIVERGES}"]),
    "nothing that is announced": (
        f"certify reason: {METRIC}", 3, ["it announces none of metric"]),
    "a conformant candidate": (f"certify reference {METRIC}", 0, [f"\n{EXACTLY}"]),
    WHOLE: ("certify reason: --profile quick", 0, [f"\n{AGREES}"]),
    "equal is enough": (f"certify floats: {SUM}", 0, ["\nPARTIAL (metric"]),
    "exactness as the condition": (f"certify floats: {SUM} --exact", 1, ["though not exactly"]),
    "an answer as JSON": (
        "ask verifier --reward-txt 1_000", 0,
        ['returns {"rewards": {"reward": 1000.0}}', "reference  the same, exactly",
         '{"result": {"rewards": {"reward": {"float": "1000.0"}}}}']),
    "a file of rewards": (
        "ask verifier --reward-json reward.json", 0, ['returns {"rewards": {"a": -1}}']),
    "rewards": (f"ask metric {MEAN}", 0, ['returns {"mean": 0.6666666666666666}']),
}  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    return tmp_path


@pytest.mark.parametrize(
    "row", [pytest.param(row, marks=[pytest.mark.slow] * (row == WHOLE)) for row in ROWS]
)
def test_what_is_typed_ends_with_its_status_and_words(row: str, folder: Path) -> None:
    words, status, said = ROWS[row]
    ended = run(*shlex.split(words), cwd=folder, status=status)
    printed = f"\n{ended.stdout}{ended.stderr}"
    assert [one for one in said if one not in printed] == []


def test_a_broken_candidate_gets_the_smallest_case_with_a_command_and_reports(
    tmp_path: Path,
) -> None:
    options = ("--clause", "verifier.json-wins", "--report", str(tmp_path))
    completed = run("certify", "deviation/text-wins", *options, status=1)
    diverges = "NOT CONFORMANT (verifier; 8 operations not run): deviation/text-wins diverges"
    assert last_line(completed).startswith(diverges)
    (repeat,) = re.findall(r"(?m)^ +repeat +harbor-conformance (.*)$", completed.stdout)
    assert "DIVERGES" in run(*shlex.split(repeat), status=1).stdout
    report = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))
    assert {one["clause"] for one in report["findings"]} == {"verifier.json-wins"}
    assert len({one["kind"] for one in report["findings"]}) == len(report["findings"])
    assert all(one["harbor"] != one["candidate"] for one in report["findings"])
    (failed,) = ET.parse(tmp_path / "junit.xml").iter("testcase")  # noqa: S314 - ours
    assert (failed.get("name"), failed.find("failure") is None) == ("verifier.json-wins", False)


def test_a_run_without_a_verdict_leaves_no_earlier_report_behind(tmp_path: Path) -> None:
    for name in ("report.html", "report.json", "junit.xml"):
        (tmp_path / name).write_text('{"conformant": true}')
    run("certify", "nobody:", "--report", str(tmp_path), status=3)
    assert list(tmp_path.iterdir()) == []


LISTS = """
from candidates.reference import metric
def verifier(case):
    return [case]
"""


@pytest.mark.end_to_end
def test_ill_shaped_answers_cost_only_their_own_operation(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(LISTS)
    words = ("--profile", "quick", "--report", "report")
    completed = run("certify", "mine:", *words, cwd=tmp_path, status=3)
    assert "breaks the protocol in the form of its answers, in " in last_line(completed)
    assert "returned a list where an object with rewards is expected" in completed.stdout
    operations = json.loads((tmp_path / "report" / "report.json").read_text())["operations"]
    assert (operations["metric"]["passed"], operations["metric"]["agreement"]) == (True, "exact")
    assert operations["verifier"]["passed"] is False


@pytest.mark.parametrize(("text", "name"), [('{"a": 1}', "reward.json"), ("1", "reward.txt")])
def test_the_content_of_standard_input_says_which_reward_file_it_is(text: str, name: str) -> None:
    ended = command("check", "-", input=text, status=0)
    assert ended.stdout.startswith(f"standard input, read as {name}: harbor 0.13.1: rewards ")


def test_control_codes_never_reach_the_terminal() -> None:
    ended = run("ask", "verifier", "--reward-txt", "\x1b[31m\x07", "--reward-json", '{"\x9b": 1}')
    assert ended.stdout.replace("\n", "").isprintable()


@pytest.mark.parametrize("words", ["certify reference", "ask verifier", "corpus verify"])
def test_an_oracle_that_cannot_be_trusted_exits_4(words: str, tmp_path: Path) -> None:
    (tmp_path / "harbor").mkdir()
    (tmp_path / "harbor" / "__init__.py").touch()
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    ended = command(*words.split(), env=environment, status=4)
    assert ended.stderr.startswith("harbor-conformance: the oracle cannot be trusted: ")


ROUNDS = """
import oracle.metric

real = oracle.metric.MetricAdapter.__call__


def rounded(adapter, case):
    return {name: round(value, 2) for name, value in real(adapter, case).items()}


oracle.metric.MetricAdapter.__call__ = rounded
"""

CERTIFY = '-c "from conformance.cli import main; main()" certify reference --profile quick'
PYTEST = "-m pytest -q -p conformance.pytest_plugin -p no:cacheprovider --pyargs conformance.suite"


@pytest.mark.end_to_end
@pytest.mark.parametrize(
    "words",
    [
        f"{CERTIFY} --operation metric",
        f"{CERTIFY} --clause metric.sum-of-nothing",
        f"{PYTEST} --candidate reference -k metric.sum-of-nothing",
    ],
    ids=["whole", "narrowed", "pytest"],
)
def test_a_run_ends_with_the_case_that_moved_and_the_versions(words: str, tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(ROUNDS)
    altered = {**os.environ, "PYTHONPATH": str(tmp_path)}
    ended = run_program(sys.executable, *shlex.split(words), env=altered, status=4)
    assert "CONFORMANT" not in ended.stdout
    lines = (ended.stdout + ended.stderr).splitlines()
    (line, *_) = (line for line in lines if "cannot be trusted" in line)
    for said in ("is recorded as", "metric.", "pydantic-core", "CPython 3."):
        assert said in line
