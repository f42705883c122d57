"""The suite under pytest ends as ``certify`` does: its verdict line, its exit status."""

import shlex
import sys
from pathlib import Path

import pytest
from programs import Ended, command, last_line, run_program

from conformance.operations.catalogue import CATALOGUE

pytestmark = pytest.mark.end_to_end

METRIC = "from candidates.reference import metric\n"
SKIPS = """
import pytest


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item):
    if "of-nothing" in item.name:
        pytest.skip("by somebody else")
"""
FILES = {
    "one.py": METRIC,
    "bent.py": f"""{METRIC}
right = metric
def metric(case):
    return {{name: value + 1 for name, value in right(case).items()}}
""",
    "largest.py": """
def metric(case):
    rewards = [next(iter((r or {}).values()), 0) for r in case["rewards"]]
    return {case["metric"]: max(rewards, default=0)}
""",
    "crashes.py": "import os\nmetric = lambda case: os._exit(3)\n",
    "skips.py": SKIPS,
    "test_mine.py": "def test_mine():\n    assert False\n",
    "start.sh": f"exec {sys.executable} FOLDER/shim.py largest:\n",
    "largest.toml": 'clauses = ["metric.extreme-is-a-value"]\nonly = { metric = ["max"] }\n',
    "text.toml": """clauses = ["verifier.json-wins"]
[[deviation]]
name = "text-wins"
cause = "reward.txt is read first"
source = "ours"
""",
    "gone.toml": 'clauses = ["metric.*", "metric.nothing"]\n',
}
METRIC_ALONE = "(metric; 8 operations not claimed)"


def run(folder: Path, *arguments: str, status: int) -> Ended:
    plugin = ("-p", "conformance.pytest_plugin", "-p", "no:cacheprovider")
    suite = ("--pyargs", "conformance.suite", "--conformance-profile", "quick")
    words = (sys.executable, "-m", "pytest", "-q", *plugin, *suite, *arguments)
    return run_program(*words, cwd=folder, timeout=300, status=status)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text.replace("FOLDER", str(tmp_path)))
    return tmp_path


def verdict(completed: Ended) -> str:
    """Return the verdict line, of which there is one."""
    heads = ("CONFORMANT", "PARTIAL", "NOT ", "NO VERDICT")
    (line,) = (line for line in completed.stdout.splitlines() if line.startswith(heads))
    return line


def test_what_a_candidate_does_not_claim_is_skipped_with_the_reason_and_counts_for_nothing(
    folder: Path,
) -> None:
    seed, some = ("--conformance-seed", "1"), ("-k", "mean-of-nothing or json-wins", "-rs")
    words = ("certify", "one:", "--profile", "quick", "--seed", "1", "--operation", "metric")
    certified = command(*words, cwd=folder, status=0)
    for parallel in ((), ("-n", "2")):
        words = ("--candidate", "one:", *seed, "-k", "metric. or pass_at_k.", *parallel)
        whole = run(folder, *words, "--junitxml", "junit.xml", status=0)
        assert verdict(whole) == last_line(certified)
        assert "<properties>" not in (folder / "junit.xml").read_text()  # such as our results
        part = run(folder, "--candidate", "one:", *some, *parallel, status=0)
        assert "verifier is not claimed by one" in part.stdout
        assert verdict(part).startswith("PARTIAL (metric; 8 operations not claimed): one: agrees")
        of = sum(one.operation == "metric" for one in CATALOGUE.values())
        assert f"(the selection of tests leaves out {of - 1} of {of} clauses)" in verdict(part)


SUM, DIVERGES = "-k metric.sum", f"NOT CONFORMANT {METRIC_ALONE}: bent: diverges"
SOME = "-k 'metric.extreme or metric.mean-of-nothing' -rs"
TEXT = "--candidate deviation/text-wins --expected text.toml"
ROWS: dict[str, tuple[str, int, list[str]]] = {
    # What the session is called with, its exit status, and what is printed.
    "nothing that is claimed": ("--candidate one: -k json-wins", 3,
     ["\nNOT RUN: one:: the candidate could not be run: it anno"]),
    "a divergence": (f"--candidate bent: {SUM}", 1,
     [f"\n{DIVERGES}", "repeat: harbor-conformance ask metric --input"]),
    "in two processes": (f"--candidate bent: {SUM} -n 2", 1, [f"\n{DIVERGES}"]),
    "the first divergence": (f"--candidate bent: {SUM} -x", 1,
     [f"\nNOT CONFORMANT (partial run) {METRIC_ALONE}"]),
    "no answer": (f"--candidate crashes: {SUM}", 3,
     [f"\nNOT RUN {METRIC_ALONE}: crashes: never answered"]),
    "no answer, to the first": (f"--candidate crashes: {SUM} -x", 3, ["\nNOT RUN (metric;"]),
    "no candidate": ("--candidate absent: -k sum-of-nothing", 3,
     ["\nNOT RUN: absent:: the candidate could not be r"]),
    "what somebody else skips": (f"--candidate one: {SUM} -p skips", 4,
     [f"\nNO VERDICT {METRIC_ALONE}: not every"]),
    "a failure of another test": (
     "--candidate one: test_mine.py -k 'metric.sum-of-nothing or mine'", 1, ["\nPARTIAL (metric;"]),
    "a command, and what its expected deviations leave": (
     f"--command 'sh start.sh' --expected largest.toml {SOME}", 0,
     ["\nPARTIAL (metric; 8 operations not claimed): sh start.sh",
      "the expected deviations leave no case of it",
      "the expected deviations allow only metric=max"]),
    "an expected deviation": (TEXT, 0, [" passed"]),
    "an expected deviation that the candidate lacks": (
     TEXT.replace("deviation/text-wins", "reference"), 1, ['expected: {"rewards": {"reward": ']),
    "an option that needs another": ("--expected largest.toml", 2,
     ["\nExit: harbor-conformance: --expected goes with one --candidate, or with --comm"]),
    "a level that there is not": ("--candidate one: --conformance-level none", 2,
     ["\nExit: harbor-conformance: ", "'none' is not one of"]),
    "a clause that there is not": ("--candidate one: --expected gone.toml", 2,
     ["\nExit: harbor-conformance: ", "no clause is like 'metric.nothing'"]),
}  # fmt: skip


@pytest.mark.parametrize("row", ROWS)
def test_a_session_ends_as_certify_does(row: str, folder: Path) -> None:
    (folder / "shim.py").write_text(command("show", "shim").stdout)
    words, status, said = ROWS[row]
    ended = run(folder, *shlex.split(words), status=status)
    assert [one for one in said if one not in f"{ended.stdout}\n{ended.stderr}"] == []
    assert status != 2 or "\n" not in ended.stderr.strip()
