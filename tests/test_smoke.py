"""``smoke`` finds a broken harness, says how to fix it, and accepts answers that differ."""

import re
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest
from programs import ROOT, command

from conformance.certification.smoke import FIXES, TELLING, how_to_fix
from conformance.examination import corpus
from conformance.operations import OPERATIONS

pytestmark = pytest.mark.end_to_end


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
OTHER_KEYS = """
def metric(case):
    return {'mean': 0.5}

def verifier(case):
    return case['reward_txt']
"""
BROKEN = "BROKEN HARNESS: it does not follow the protocol"
DIFFERS = "NOT CONFORMANT, though it follows the protocol"
SOUND, NOTHING = "It follows the protocol; certify it", "NOTHING RUN: no verdict"
SMOKED = [
    # What is smoked, the exit status, and what is printed, at last the verdict.
    ("misbehaving/never-reads", 3, "it gave no answer within 5 s",
     "answer each request immediately", BROKEN),
    ("misbehaving/writes-other-text-than-json", 3, "not a line of JSON",
     "write one JSON object a line", BROKEN),
    ("misbehaving/answers-with-other-ids", 3, "it answered with id '0' instead of 2",
     "echo the id", BROKEN),
    ("misbehaving/writes-other-shapes", 3, '{"float": text} is expected at /mean', "a number is",
     BROKEN),
    ("misbehaving/announces-what-it-lacks", 3, "the operation is not supported", "list in",
     BROKEN),
    ("misbehaving/ignores-the-end-of-input", 3, "it did not exit when its input ended",
     "exit with status 0", BROKEN),
    # A log is shown by its error, and not by what node prints last.
    ("--command \"sh -c 'echo Error: no module >&2; echo Node.js v20 >&2'\"", 3,
     "its log ends: Error: no module\n", BROKEN),
    ("differs:", 1, "candidate: error KeyError: 'reward_txt' (differs.py:6)\n",
     r"""reward.json=b'{"\\u""", DIFFERS),
    ("mine: --operation verifier", 1, DIFFERS),
    ("candidates.reference:", 0, SOUND),
    (f"--command '{sys.executable} -m oracle' --allow-harbor --operation verifier", 0, SOUND),
    ("mine: --operation job", 3, "nothing run: it announces none of job", NOTHING),
    ("mine: --operation metric --expected mine.toml", 3,
     "the expected deviations leave no case of metric", NOTHING),
]  # fmt: skip


@pytest.mark.parametrize("row", SMOKED, ids=lambda row: row[0][:60])
def test_a_broken_harness_is_named_with_a_fix_and_only_a_sound_one_that_ran_passes(
    row: tuple[Any, ...], tmp_path: Path
) -> None:
    (tmp_path / "mine.py").write_text(NAIVE)
    (tmp_path / "differs.py").write_text(OTHER_KEYS)
    (tmp_path / "mine.toml").write_text('clauses = ["verifier.*"]\n')
    words, status, *said, verdict = row
    completed = command("smoke", *shlex.split(words), cwd=tmp_path, status=status)
    assert [one for one in said if one not in completed.stdout] == []
    assert completed.stdout.rstrip().endswith(verdict)
    assert ": metric " not in completed.stdout or "--operation verifier" not in words


def test_each_fault_of_the_page_has_a_fix_of_its_own() -> None:
    table = (ROOT / "docs" / "trust.md").read_text(encoding="utf-8")
    faults = re.findall(r"^\| `[a-z0-9-]+` \| 3 \| (.*) \|$", table, re.MULTILINE)
    assert len(faults) > len(FIXES)
    without = [fault for fault in faults if how_to_fix(fault) == how_to_fix("")]
    assert without == ["never answered"]  # the last of several faults


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


def test_expected_deviations_narrow_what_is_run(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(NAIVE)
    (tmp_path / "mine.toml").write_text(
        'clauses = ["metric.extreme-is-a-value"]\nonly = { metric = ["max"] }\n'
    )
    completed = command("smoke", "mine:", "--expected", "mine.toml", cwd=tmp_path, status=0)
    asked = re.findall(r"^ok: (metric .*)", completed.stdout, re.MULTILINE)
    assert asked
    assert all(case.startswith('metric metric="max"') for case in asked)
