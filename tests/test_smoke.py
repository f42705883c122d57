"""``smoke`` finds a broken harness, says how to fix it, and accepts answers that differ."""

import re
import sys
from pathlib import Path

import pytest
from programs import command

from conformance.certification.smoke import TELLING
from conformance.examination.recorded import corpus
from conformance.operations import OPERATIONS

pytestmark = pytest.mark.end_to_end


@pytest.mark.parametrize(
    ("name", "seen", "mend"),
    [
        ("dies-at-start", "it ended with exit status 1", "read its log"),
        ("never-reads", "it gave no answer within 5 s", "answer each request immediately"),
        ("closes-its-input", "it closed its standard input", "read standard input line by line"),
        ("closes-its-output", "it closed its standard output", "keep standard output open"),
        ("writes-other-text-than-json", "not a line of JSON", "write one JSON object a line"),
        ("writes-other-bytes-than-utf8", "not a line of JSON", "in UTF-8"),
        ("answers-with-other-ids", "it answered with id '0' instead of 2", "echo the id"),
        ("writes-other-shapes", '{"float": text} is expected at /mean', "a number is"),
        ("writes-numbers-that-do-not-read-back", "form of a number in 'float' at /mean",
         "no spaces"),
        ("announces-what-it-lacks", "it announced an operation that it does not have", "list in"),
        ("writes-a-banner", "'ready to serve'", "and nothing else"),
        ("stops-in-the-middle-of-a-line", "without ending the line", "end each response"),
        ("ignores-the-end-of-input", "it did not exit when its input ended", "exit with status 0"),
    ],
)  # fmt: skip
def test_a_broken_harness_is_named_with_the_line_that_shows_it(
    name: str, seen: str, mend: str
) -> None:
    completed = command("smoke", f"misbehaving/{name}", status=3)
    assert seen in completed.stdout
    assert mend in completed.stdout
    assert "it exits with status 0" not in completed.stdout
    assert completed.stdout.rstrip().endswith("BROKEN HARNESS: it does not follow the protocol")


def test_a_log_is_shown_by_its_error_and_not_by_what_node_prints_last() -> None:
    crash = "sh -c 'echo Error: no module >&2; echo Node.js v20 >&2'"
    assert "its log ends: Error: no module\n" in command("smoke", "--command", crash).stdout


def test_a_candidate_that_answers_differently_has_a_sound_harness(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "def metric(case):\n    return {'mean': 0.5}\n\n\n"
        "def verifier(case):\n    return case['reward_txt']\n"
    )
    completed = command("smoke", "mine:", cwd=tmp_path, status=1)
    assert "candidate: error KeyError: 'reward_txt' (mine.py:6)\n" in completed.stdout
    assert r"""reward.json=b'{"\\u0_61": 1}'""" in completed.stdout
    assert "broken harness" not in completed.stdout
    assert completed.stdout.rstrip().endswith("NOT CONFORMANT, though it follows the protocol")


@pytest.mark.parametrize(
    "words",
    [
        ["candidates.reference:"],
        ["--command", f"{sys.executable} -m oracle", "--allow-harbor", "--operation", "verifier"],
    ],
    ids=["reference", "harbor"],
)
def test_of_a_sound_candidate_the_next_step_is_to_certify_it(words: list[str]) -> None:
    completed = command("smoke", *words, status=0)
    assert completed.stdout.rstrip().endswith("It follows the protocol; certify it")


NAIVE = """
def verifier(case):
    print("to the log")
    text = case["reward.txt"]
    if text is None:
        return {"rewards": {"reward": 0}}
    return {"rewards": {"reward": float(text)}}

def metric(case):
    numbers = [rewards["reward"] for rewards in case["rewards"]]
    return {case["metric"]: max(numbers)}
"""


def test_every_operation_has_a_telling_case() -> None:
    assert tuple(TELLING) == OPERATIONS
    recorded = {entry.id: entry.case for entry in corpus.load()}
    asked = recorded[TELLING["verifier"]].input
    assert (asked["reward.txt"], asked["reward.json"]) == (b"1", b'{"reward": 0}')
    assert all(recorded[id_].operation == operation for operation, id_ in TELLING.items())


def test_the_telling_cases_come_first_however_long_hello_takes(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(f"import time\ntime.sleep(3)\n{NAIVE}")
    completed = command("smoke", "mine:", cwd=tmp_path, status=1)
    asked = re.findall(r"^[a-z ]+: (verifier|metric) .*", completed.stdout, re.MULTILINE)
    assert asked[:2] == ["verifier", "metric"]
    assert """reward.txt=b'1' reward.json=b'{"reward": 0}'""" in completed.stdout
    assert len(re.findall(r"^[a-z ]+: metric ", completed.stdout, re.MULTILINE)) > 1


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ("job", "nothing run: it announces none of job"),
        ("metric --expected mine.toml", "the expected deviations leave no case of metric"),
    ],
)
def test_nothing_asked_is_never_a_pass(asked: str, why: str, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(NAIVE)
    (tmp_path / "mine.toml").write_text('clauses = ["verifier.*"]\n')
    words = ("smoke", "mine:", "--operation", *asked.split())
    completed = command(*words, cwd=tmp_path, status=3)
    assert why in completed.stdout
    assert completed.stdout.rstrip().endswith("NOTHING RUN: no verdict")


def test_expected_deviations_and_operations_narrow_what_is_run(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(NAIVE)
    (tmp_path / "mine.toml").write_text(
        'clauses = ["metric.extreme-is-a-value"]\nonly = { metric = ["max"] }\n'
    )
    completed = command("smoke", "mine:", "--expected", "mine.toml", cwd=tmp_path, status=0)
    asked = re.findall(r"^ok: (metric .*)", completed.stdout, re.MULTILINE)
    assert asked
    assert all(case.startswith('metric metric="max"') for case in asked)
    completed = command("smoke", "mine:", "--operation", "verifier", cwd=tmp_path, status=1)
    assert ": metric " not in completed.stdout
