"""Mapped test scripts, really run, and the reward that the real Verifier reads afterwards."""

import sys
from pathlib import Path

import pytest
from harbor.models.trial.paths import EnvironmentPaths
from spec_002_tasks import Files, ScratchRoot, ShellEnvironment, mapped_task, solve, verify

from candidates import spec_002
from candidates.spec_002 import layout
from candidates.spec_002.rewards import RewardFileNotFoundError
from conformance.operations.functions import call
from conformance.protocol.values import Answer, Case, Failure, Result, Value

SUM = "def test_sum():\n    assert 1 + 1 == "
SOLVED: Files = {"tests/check.sh": "true\n", "tests/test_outputs.py": f"{SUM}2\n"}
FAILED: Files = {"tests/check.sh": "false\n", "tests/test_outputs.py": f"{SUM}3\n"}
CHECK = "bash $TEST_DIR/check.sh"
PYTEST = f"{sys.executable} -m pytest -rA -p no:cacheprovider -c /dev/null --rootdir $TEST_DIR"
REWARD = "/logs/verifier/reward.txt"
NO_REWARD = "RewardFileNotFoundError"
EMPTY = "RewardFileEmptyError"

SCRIPTS: list[tuple[str, float | str, float | str]] = [
    # A script, and the reward or error for tests that pass and for tests that fail.
    (f"#!/bin/bash\n{PYTEST} $TEST_DIR/test_outputs.py\n", 1, 0),
    (f"#!/bin/bash\n{CHECK}\n", 1, 0),
    (f"#!/bin/bash\r\n{CHECK}\r\n", 1, 0),
    (f"#!/bin/bash\nset -e\n{CHECK}\n", 1, NO_REWARD),
    (f"#!/bin/bash\n{CHECK}\nexit $?\n", NO_REWARD, NO_REWARD),
    (f"#!/bin/bash\n{CHECK} | cat\n", 1, 1),
    (f"#!/bin/bash\n{CHECK} &\n", 1, 1),
    ("#!/bin/bash\nbash ${TEST_DIR}/check.sh\n", 1, 0),
    ("#!/bin/bash\nTEST_DIRS=x\nbash $TEST_DIRS/check.sh\n", 0, 0),
    (f"#!/bin/bash\necho 0.5 > {REWARD}\n{CHECK}\n", 1, 0),
    # A reward that a script wrote is kept if the script exits by itself.
    (f"#!/bin/bash\necho 0.5 > {REWARD}; exit 0\n", 0.5, 0.5),
    (f"true > {REWARD}; exit 0\n", EMPTY, EMPTY),
    (f"ln -s nowhere {REWARD}; exit 0\n", NO_REWARD, NO_REWARD),
]


@pytest.fixture
def root(tmp_path: Path) -> ScratchRoot:
    return ScratchRoot(tmp_path / "root")


def answer_of(task: Path, root: ScratchRoot) -> Answer:
    """Return the real Verifier's reading of what the task's tests leave."""
    environment = ShellEnvironment(task, root)
    return call(lambda _: {"rewards": verify(task, environment)}, Case("verifier", {}))


def test_the_solution_earns_the_reward_and_doing_nothing_does_not(
    tmp_path: Path, root: ScratchRoot
) -> None:
    task = mapped_task(tmp_path)
    environment = ShellEnvironment(task, root)
    assert verify(task, environment) == {"reward": 0}
    solve(task, environment)
    assert verify(task, environment) == {"reward": 1}
    assert spec_002.read_reward(environment.trial_paths.reward_text_path) == 1
    assert environment.trial_paths.reward_text_path.read_bytes() == b"1\n"
    assert environment.trial_paths.test_stdout_path.exists()
    # Of the two places that the text names, one has moved.
    assert environment.uploads == [layout.TESTS_TARGET, "/solution", layout.TESTS_TARGET]
    assert layout.SOLUTION_TARGET != "/solution"
    assert str(EnvironmentPaths().reward_text_path) == layout.REWARD


@pytest.mark.parametrize(("script", "solved", "failed"), SCRIPTS)
def test_a_script_earns_the_status_of_its_last_command_or_nothing_if_it_ends_before(
    script: str, solved: float | str, failed: float | str, tmp_path: Path, root: ScratchRoot
) -> None:
    second = ScratchRoot(tmp_path / "second")
    for tests, reward, where in ((SOLVED, solved, root), (FAILED, failed, second)):
        changes = {**tests, "run-tests.sh": script}
        answer = answer_of(mapped_task(where.folder.with_suffix(".task"), changes), where)
        of_reward: Value = {"rewards": {"reward": reward}}
        assert answer == (Failure(reward) if isinstance(reward, str) else Result(of_reward))


def test_a_solution_keeps_its_carriage_returns_and_its_absence_shows_when_it_is_to_run(
    tmp_path: Path, root: ScratchRoot
) -> None:
    returns: Files = {"solution.sh": "#!/bin/bash\r\necho hello > answer\r\n"}
    task, without = mapped_task(tmp_path, returns), mapped_task(root.folder, {"solution.sh": None})
    environment = ShellEnvironment(task, root)
    with pytest.raises(FileNotFoundError, match=r"Solution script not found: .*solve\.sh"):
        solve(without, ShellEnvironment(without, root))
    solve(task, environment)
    assert (environment.trial_paths.agent_dir / "exit-code.txt").read_text() in ("126", "127")
    assert verify(task, environment) == {"reward": 0}


def test_a_file_that_is_not_there_or_cannot_be_read_is_an_error(tmp_path: Path) -> None:
    for path, error in ((tmp_path / "a", RewardFileNotFoundError), (tmp_path, IsADirectoryError)):
        with pytest.raises(error):
            spec_002.read_reward(path)
