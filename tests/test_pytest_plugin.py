"""The suite under pytest ends as ``certify`` does: its verdict line, its exit status."""

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
RUNNERS = {
    "one": METRIC,
    "bent": f"""{METRIC}
right = metric
def metric(case):
    return {{name: value + 1 for name, value in right(case).items()}}
""",
    "largest": """
def metric(case):
    rewards = [next(iter((r or {}).values()), 0) for r in case["rewards"]]
    return {case["metric"]: max(rewards, default=0)}
""",
    "crashes": "import os\nmetric = lambda case: os._exit(3)\n",
    "skips": SKIPS,
}
LARGEST = 'clauses = ["metric.extreme-is-a-value"]\nonly = { metric = ["max"] }\n'
DECLARED = """clauses = ["verifier.json-wins"]
[[deviation]]
name = "text-wins"
cause = "reward.txt is read first"
source = "ours"
"""
METRIC_ALONE = "(metric; 8 operations not claimed)"


def run(folder: Path, *arguments: str, status: int) -> Ended:
    plugin = ("-p", "conformance.pytest_plugin", "-p", "no:cacheprovider")
    suite = ("--pyargs", "conformance.suite", "--conformance-profile", "quick")
    words = (sys.executable, "-m", "pytest", "-q", *plugin, *suite, *arguments)
    return run_program(*words, cwd=folder, timeout=300, status=status)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in RUNNERS.items():
        (tmp_path / f"{name}.py").write_text(text)
    (tmp_path / "largest.toml").write_text(LARGEST)
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


@pytest.mark.parametrize(
    ("name", "arguments", "code", "said"),
    [
        ("one", ("-k", "json-wins"), 3, "NOT RUN: one:: the candidate could not be run: it anno"),
        ("bent", (), 1, f"NOT CONFORMANT {METRIC_ALONE}: bent: diverges"),
        ("bent", ("-n", "2"), 1, f"NOT CONFORMANT {METRIC_ALONE}: bent: diverges"),
        ("bent", ("-x",), 1, f"NOT CONFORMANT (partial run) {METRIC_ALONE}"),
        ("crashes", (), 3, f"NOT RUN {METRIC_ALONE}: crashes: never answered"),
        ("crashes", ("-x",), 3, "NOT RUN (metric;"),
        ("absent", ("-k", "sum-of-nothing"), 3, "NOT RUN: absent:: the candidate could not be r"),
        ("one", ("-p", "skips"), 4, f"NO VERDICT {METRIC_ALONE}: not every"),
    ],
)
def test_a_session_ends_as_certify_does(
    name: str, arguments: tuple[str, ...], code: int, said: str, folder: Path
) -> None:
    selected = () if "-k" in arguments else ("-k", "metric.sum")
    completed = run(folder, "--candidate", f"{name}:", *selected, *arguments, status=code)
    assert verdict(completed).startswith(said), completed.stdout
    if name == "bent":
        assert "repeat: harbor-conformance ask metric --input" in completed.stdout


def test_a_failure_of_another_test_is_a_failure_of_the_session(folder: Path) -> None:
    (folder / "test_mine.py").write_text("def test_mine():\n    assert False\n")
    selected = ("--candidate", "one:", "test_mine.py", "-k", "metric.sum-of-nothing or mine")
    completed = run(folder, *selected, status=1)
    assert verdict(completed).startswith("PARTIAL (metric;")


def test_a_command_is_run_with_what_its_expected_deviations_leave(folder: Path) -> None:
    (folder / "shim.py").write_text(command("show", "shim").stdout)
    (folder / "start.sh").write_text(f"exec {sys.executable} {folder}/shim.py largest:\n")
    words = ("--command", "sh start.sh", "--expected", "largest.toml", "-rs")
    some = ("-k", "metric.extreme or metric.mean-of-nothing")
    completed = run(folder, *words, *some, status=0)
    assert "the expected deviations leave no case of it" in completed.stdout
    assert verdict(completed).startswith("PARTIAL (metric; 8 operations not claimed): sh start.sh")
    assert "the expected deviations allow only metric=max" in verdict(completed)


@pytest.mark.parametrize(
    ("candidate", "expected", "code", "said"),
    [
        ("deviation/text-wins", DECLARED, 0, " passed"),
        ("reference", DECLARED, 1, 'expected: {"rewards": {"reward": '),
    ],
)
def test_a_candidate_is_compared_with_its_expected_deviations(
    candidate: str, expected: str, code: int, said: str, tmp_path: Path
) -> None:
    (tmp_path / "l.toml").write_text(expected)
    completed = run(tmp_path, "--candidate", candidate, "--expected", "l.toml", status=code)
    assert said in completed.stdout


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (("--expected", "largest.toml"), "--expected goes with one --candidate, or with --comm"),
        (("--candidate", "one:", "--conformance-level", "none"), "'none' is not one of"),
        (("--candidate", "one:", "--expected", "gone.toml"), "no clause is like 'metric.nothing'"),
    ],
)
def test_options_that_make_no_sense_end_the_session_with_one_line(
    arguments: tuple[str, ...], line: str, folder: Path
) -> None:
    (folder / "gone.toml").write_text('clauses = ["metric.*", "metric.nothing"]\n')
    completed = run(folder, *arguments, status=2)
    (said,) = [text for text in completed.stderr.splitlines() if text]
    assert said.startswith("Exit: harbor-conformance: ")
    assert line in said
