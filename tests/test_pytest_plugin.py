"""The suite under pytest: a command and a ledger, as ``certify`` takes them."""

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.end_to_end

RUNNER = """
def metric(question):
    rewards = [next(iter((r or {}).values()), 0) for r in question["rewards"]]
    return {question["metric"]: max(rewards, default=0)}
"""
LEDGER = """
clauses = ["metric.extreme-is-a-value"]
only = { metric = ["max"] }
"""
DECLARED = """
[[deviation]]
name = "text-wins"
cause = "reward.txt is read first"
source = "ours"
"""
PINNED = """
[[case]]
clause = "verifier.json-wins"
cause = "reward.txt is read first"
source = "ours"
input = '{"reward.txt": "MQ==", "reward.json": ""}'
harbor = '{"error": "RewardFileEmptyError"}'
candidate = '{"result": {"rewards": {"reward": {"float": "1.0"}}}}'
"""


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the suite as a user of the plugin does."""
    plugin = ("-p", "conformance.pytest_plugin", "-p", "no:cacheprovider")
    suite = ("--pyargs", "conformance.suite", "--conformance-profile", "quick")
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", *plugin, *suite, *arguments],
        cwd=folder,
        check=False,
        capture_output=True,
        text=True,
        timeout=300,
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a runner and its ledger."""
    (tmp_path / "mine.py").write_text(RUNNER)
    (tmp_path / "mine.toml").write_text(LEDGER)
    return tmp_path


def test_a_command_is_asked_what_its_ledger_leaves(folder: Path) -> None:
    printed = subprocess.run(
        [str(Path(sys.executable).parent / "harbor-conformance"), "shim"],
        check=True,
        capture_output=True,
    )
    (folder / "shim.py").write_bytes(printed.stdout)
    (folder / "start.sh").write_text(f"exec {sys.executable} {folder}/shim.py mine:\n")
    completed = run(folder, "--command", "sh start.sh", "--ledger", "mine.toml", "-vv")
    assert completed.returncode == 0, completed.stdout + completed.stderr
    lines = [line for line in completed.stdout.splitlines() if "::test_" in line]
    assert lines
    assert all("[metric.extreme-is-a-value" in line and "sh start.sh" in line for line in lines)


def test_without_its_ledger_a_candidate_fails_in_what_it_does_otherwise(folder: Path) -> None:
    completed = run(folder, "--candidate", "mine:", "-k", "metric.mean-of-nothing")
    assert completed.returncode == 1
    assert "error" not in completed.stderr


@pytest.mark.parametrize(
    ("candidate", "entry", "code", "said"),
    [
        ("deviation/text-wins", DECLARED, 0, " passed"),
        ("reference", DECLARED, 1, 'expected   {"rewards": {"reward": '),
        ("reference", PINNED, 1, "pinned, but no longer diverging"),
    ],
)
def test_a_candidate_is_held_to_what_its_ledger_declares(
    candidate: str, entry: str, code: int, said: str, tmp_path: Path
) -> None:
    (tmp_path / "l.toml").write_text(f'clauses = ["verifier.json-wins"]\n{entry}')
    completed = run(tmp_path, "--candidate", candidate, "--ledger", "l.toml")
    assert completed.returncode == code, completed.stdout + completed.stderr
    assert said in completed.stdout


SEEN_AND_UNSEEN = """
clauses = ["verifier.json-wins"]
[[deviation]]
name = "text-wins"
cause = "reward.txt is read first"
source = "ours"
[[deviation]]
name = "any-length"
cause = "integers have no limit"
source = "ours"
"""


@pytest.mark.parametrize("parallel", [(), ("-n", "2")], ids=["one", "two"])
def test_a_declared_deviation_that_is_never_seen_fails_the_session(
    parallel: tuple[str, ...], tmp_path: Path
) -> None:
    (tmp_path / "l.toml").write_text(SEEN_AND_UNSEEN)
    asked = ("--candidate", "deviation/text-wins", "--ledger", "l.toml", *parallel)
    completed = run(tmp_path, *asked)
    assert completed.returncode == 1, completed.stdout + completed.stderr
    assert "any-length: declared, but never seen" in completed.stdout
    assert "text-wins: declared" not in completed.stdout
    part = run(tmp_path, *asked, "-k", "test_recorded")
    assert part.returncode == 0, part.stdout + part.stderr


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (("--ledger", "mine.toml"), "--ledger goes with one --candidate, or with --command"),
        (("--command", "no-such-program"), "'no-such-program' is not a program on the PATH"),
        (("--candidate", "mine:", "--ledger", "none.toml"), "none.toml: "),
        (("--candidate", "mine:", "--ledger", "gone.toml"), "no clause is like 'metric.nothing'"),
    ],
)
def test_options_that_make_no_sense_end_the_session_with_one_line(
    arguments: tuple[str, ...], line: str, folder: Path
) -> None:
    (folder / "gone.toml").write_text('clauses = ["metric.*", "metric.nothing"]\n')
    completed = run(folder, *arguments)
    assert completed.returncode == 4
    (said,) = [text for text in completed.stderr.splitlines() if text]
    assert said.startswith("ERROR: harbor-conformance: ")
    assert line in said
