"""What auto-harness makes of the trials in a job that harbor ran, and of any result.json."""

import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from played_jobs import document, play, text

from candidates.spec_003 import metric, val_score
from candidates.spec_003.jobs import NoJobError, read_jobs, read_trial
from candidates.spec_003.results import TaskReward, read_result


def test_none_is_a_trial_without_a_verifier_result_and_nothing_else(tmp_path: Path) -> None:
    played = play(
        tmp_path,
        ("a-refused", [text(b"x")]),
        ("b-silent", [{}]),
        ("c-zero", [text(b"0")]),
        ("d-other-name", [document(b'{"score": 1}')]),
        ("e-no-name", [document(b"{}")]),
        ("f-null", [document(b"null")]),
        ("g-text", [document(b'{"reward": "0.5"}')]),
    )
    headline = read_jobs(played.jobs)
    assert [(task.task_name, task.reward) for task in headline.tasks] == [
        ("a-refused", None),
        ("b-silent", None),
        ("c-zero", 0.0),
        ("d-other-name", 0.0),
        ("e-no-name", 0.0),
        ("f-null", 0.0),
        ("g-text", 0.5),
    ]
    assert headline.without_reward == 2
    assert headline.val_score == 0.5 / 7


def test_a_trial_that_names_no_task_is_named_by_its_folder_and_keeps_its_reward(
    tmp_path: Path,
) -> None:
    played = play(tmp_path, ("named", [text(b"0.25")]), ("other", [text(b"1")]))
    trial = played.trials[0]
    written = json.loads((trial / "result.json").read_text())
    assert written.pop("task_name") == "named"
    (trial / "result.json").write_text(json.dumps(written))
    assert read_trial(trial) == TaskReward(trial.name, 0.25)
    assert read_jobs(played.jobs).val_score == played.mean["mean"] == 0.625


def test_of_several_attempts_the_last_by_its_folders_name_is_the_row(tmp_path: Path) -> None:
    rewards = [b"0", b"0.25", b"0.5", b"1"]
    played = play(
        tmp_path, ("many", [text(reward) for reward in rewards]), ("one", [text(b"0.75")] * 4)
    )
    last = [trial for trial in played.trials if trial.name.startswith("many__")][-1]
    expected = json.loads((last / "result.json").read_text())["verifier_result"]["rewards"]
    headline = read_jobs(played.jobs)
    assert {task.task_name: task.reward for task in headline.tasks} == {
        "many": expected["reward"],
        "one": 0.75,
    }
    assert headline.val_score == (expected["reward"] + 0.75) / 2
    assert played.mean == {"mean": (1.75 + 3.0) / 8}


def test_an_attempt_that_cannot_be_read_is_a_task_of_its_own(tmp_path: Path) -> None:
    played = play(tmp_path, ("twice", [text(b"1"), text(b"1")]))
    spoilt, _ = played.trials
    (spoilt / "result.json").write_text("{")
    headline = read_jobs(played.jobs)
    assert [(task.task_name, task.reward) for task in headline.tasks] == [
        (spoilt.name, None),
        ("twice", 1.0),
    ]
    assert headline.val_score == 0.5
    assert played.mean == {"mean": 1.0}


def test_a_job_is_a_folder_and_of_two_made_at_once_the_last_by_name_is_read(
    tmp_path: Path,
) -> None:
    for name, reward in [("first", 0.25), ("second", 0.5)]:
        trial = tmp_path / name / "trial"
        trial.mkdir(parents=True)
        content = {"task_name": "t", "verifier_result": {"rewards": {"reward": reward}}}
        (trial / "result.json").write_text(json.dumps(content))
        os.utime(tmp_path / name, (1_000_000, 1_000_000))
    (tmp_path / "z-a-file").write_text("newer")
    (tmp_path / "z-a-link").symlink_to("nowhere")
    assert read_jobs(tmp_path).job == "second"
    assert read_jobs(tmp_path).val_score == 0.5


def test_a_job_without_a_trial_has_no_headline(tmp_path: Path) -> None:
    (tmp_path / "started").mkdir()
    (tmp_path / "started" / "result.json").write_text("{}")
    with pytest.raises(NoJobError, match="no trial in started"):
        read_jobs(tmp_path)
    with pytest.raises(ZeroDivisionError):
        val_score([])


MEMBERS = st.sampled_from(["task_name", "verifier_result", "rewards", "reward"]) | st.text()
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(MEMBERS, inner, max_size=3),
    max_leaves=8,
)


@given(st.binary() | JSON.map(lambda value: json.dumps(value).encode()))
def test_any_file_gives_a_reward_or_the_reason_why_not(content: bytes) -> None:
    task = read_result(content, "folder")
    assert (task.reward is None) is bool(task.problem)
    assert task.reward is None or isinstance(task.reward, float)


@given(st.lists(st.none() | st.floats(0, 1), min_size=1))
def test_a_task_without_a_reward_counts_as_one_of_zero(rewards: list[float | None]) -> None:
    tasks = [TaskReward("t", reward) for reward in rewards]
    zeros = [TaskReward("t", reward or 0.0) for reward in rewards]
    assert val_score(tasks) == val_score(zeros)
    assert (
        val_score(tasks)
        == metric(
            {"metric": "mean", "rewards": [None if r is None else {"reward": r} for r in rewards]}
        )["mean"]
    )
