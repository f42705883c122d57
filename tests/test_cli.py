"""The command as a user runs it: what it prints, and how it exits."""

import json
import os
import shlex
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from programs import command, last_line
from programs import command_here as run

QUICK = ("--profile", "quick", "--operation", "metric")


def report_of(folder: Path) -> dict[str, Any]:
    document: dict[str, Any] = json.loads((folder / "report.json").read_text(encoding="utf-8"))
    return document


def test_a_conformant_candidate_exits_0_and_says_how_it_agrees() -> None:
    completed = command("certify", "reference", *QUICK, status=0)
    assert last_line(completed).startswith(
        "CONFORMANT (metric; 8 operations not run): reference agrees exactly with harbor 0.13.1: "
    )


def test_a_broken_candidate_exits_1_with_the_smallest_case_a_command_that_repeats_it_and_a_report(
    tmp_path: Path,
) -> None:
    options = ("--clause", "verifier.json-wins", "--report", str(tmp_path))
    completed = run("certify", "deviation/text-wins", *options, status=1)
    assert last_line(completed).startswith(
        "NOT CONFORMANT (verifier; 8 operations not run): deviation/text-wins diverges"
    )
    lines = [line.strip() for line in completed.stdout.splitlines()]
    (repeat,) = (line.removeprefix("repeat").strip() for line in lines if line.startswith("repeat"))
    name, *arguments = shlex.split(repeat)
    assert name == "harbor-conformance"
    again = run(*arguments, status=1)
    assert "DIVERGES" in again.stdout
    report = report_of(tmp_path)
    assert report["conformant"] is False
    assert {finding["clause"] for finding in report["findings"]} == {"verifier.json-wins"}
    kinds = [finding["kind"] for finding in report["findings"]]
    assert len(set(kinds)) == len(kinds)
    for finding in report["findings"]:
        assert finding["harbor"] != finding["candidate"]
    (failed,) = cases_of(tmp_path)
    assert failed.get("name") == "verifier.json-wins"
    assert failed.find("failure") is not None


def test_a_run_without_a_verdict_leaves_no_earlier_report_behind(tmp_path: Path) -> None:
    for name in ("report.html", "report.json", "junit.xml"):
        (tmp_path / name).write_text('{"conformant": true}')
    assert run("certify", "nobody:", "--report", str(tmp_path)).returncode == 3
    assert list(tmp_path.iterdir()) == []


def cases_of(folder: Path) -> list[ET.Element]:
    return list(ET.parse(folder / "junit.xml").getroot().iter("testcase"))  # noqa: S314 - ours


@pytest.mark.end_to_end
@pytest.mark.parametrize("name", ["mine", "mine.py", "./mine.py", "mine:"])
def test_a_python_module_is_certified_in_a_process_of_its_own(name: str, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "def metric(case):\n"
        "    values = [next(iter((r or {}).values()), 0) for r in case['rewards']]\n"
        "    print('to a log')\n"
        "    return {case['metric']: sum(values) / len(values)}\n"
    )
    completed = run("certify", name, *QUICK, cwd=tmp_path, status=1)
    verdict = f"NOT CONFORMANT (metric; 8 operations not claimed): {name} diverges"
    assert last_line(completed).startswith(verdict)


@pytest.mark.slow
def test_what_is_not_announced_is_not_asked_and_never_a_pass(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("from candidates.reference import reason_code\n")
    completed = run("certify", "mine:", *QUICK, cwd=tmp_path, status=3)
    assert "it announces none of metric" in completed.stderr
    completed = run("certify", "mine:", "--profile", "quick", cwd=tmp_path, status=0)
    assert last_line(completed).startswith(
        "CONFORMANT (reason_code; 8 operations not claimed): mine: agrees exactly with "
        "agent-challenge: "
    )


FLOATS = """
from candidates import reference
metrics = reference.pipelines()["metric"]
def metric(case):
    return {name: value + 0.0 for name, value in metrics(case).items()}
"""


@pytest.mark.parametrize(("option", "code"), [((), 0), (("--exact",), 1)], ids=["equal", "exact"])
def test_exactness_can_be_the_condition(option: tuple[str, ...], code: int, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(FLOATS)
    words = ("--clause", "metric.sum-of-nothing", "--profile", "quick", *option)
    completed = run("certify", "mine:", *words, cwd=tmp_path, status=code)
    assert ("though not exactly" in last_line(completed)) is bool(option)


LISTS = """
from candidates import reference
metric = reference.pipelines()["metric"]
def verifier(case):
    return [case]
"""


@pytest.mark.end_to_end
def test_ill_shaped_answers_cost_only_their_own_operation(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(LISTS)
    report = tmp_path / "report"
    words = ("--profile", "quick", "--report", str(report))
    completed = run("certify", "mine:", *words, cwd=tmp_path, status=3)
    assert "breaks the protocol in the form of its answers, in " in last_line(completed)
    assert "returned a list where an object with rewards is expected" in completed.stdout
    operations = report_of(report)["operations"]
    assert operations["metric"]["passed"] is True
    assert operations["metric"]["agreement"] == "exact"
    assert operations["verifier"]["passed"] is False


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("verifier --reward-txt 1_000",
         ['returns {"rewards": {"reward": 1000.0}}',
         '{"result": {"rewards": {"reward": {"float": "1000.0"}}}}',
         "reference  the same, exactly"]),
        ("verifier --reward-json reward.json", ['returns {"rewards": {"a": -1}}']),
        ("""metric --metric mean --rewards '[{"a": 1}, null, {"a": 1e0}]'""",
         ['returns {"mean": 0.6666666666666666}']),
    ],
)  # fmt: skip
def test_ask_answers_in_words_and_as_json(words: str, said: list[str], tmp_path: Path) -> None:
    (tmp_path / "reward.json").write_bytes(b'{"a": "0-1"}')
    completed = run("ask", *shlex.split(words), cwd=tmp_path, status=0)
    assert [one for one in said if one not in completed.stdout] == []


def test_control_codes_never_reach_the_terminal() -> None:
    ended = run("ask", "verifier", "--reward-txt", "\x1b[31m\x07", "--reward-json", '{"\x9b": 1}')
    assert ended.stdout.replace("\n", "").isprintable()


def test_an_oracle_that_cannot_be_trusted_exits_4(tmp_path: Path) -> None:
    (tmp_path / "harbor").mkdir()
    (tmp_path / "harbor" / "__init__.py").write_text("")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    for arguments in (["certify", "reference"], ["ask", "verifier"], ["corpus", "verify"]):
        completed = command(*arguments, env=environment, status=4)
        assert completed.stderr.startswith("harbor-conformance: the oracle cannot be trusted: ")
