"""The readers on folders that harbor itself wrote, and on folders that nobody should write."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from candidates.spec_000.chain import read_job
from candidates.spec_000.outcomes import summary_of
from candidates.spec_003.jobs import NoJobError, read_jobs
from candidates.spec_003.results import TaskReward, read_result
from conformance.protocol.scenario import Scenario, Script
from oracle.run import Play

type Rewards = dict[str, bytes]


def leaving(**files: bytes) -> list[Script]:
    """Return the one try of an attempt whose test leaves these reward files."""
    return [{"test": {"leaves": {name.replace("_", "."): c for name, c in files.items()}}}]


def play(folder: Path, **tasks: list[list[Script]]) -> Path:
    """Run a real job of these tasks and attempts; return the job's folder."""
    scenario: Scenario = {
        "tasks": [{"name": name, "attempts": attempts} for name, attempts in tasks.items()],
        "job": {"n_attempts": max(map(len, tasks.values()))},
    }
    folder.mkdir()
    Play(scenario, folder).answer()
    return folder / "job"


def mean_of(job: Path) -> float:
    """Return the mean that harbor wrote."""
    stats = json.loads((job / "result.json").read_text())["stats"]
    ((metric,),) = [group["metrics"] for group in stats["evals"].values()]
    return float(metric["mean"])


def trial_of(job: Path, task: str) -> Path:
    (trial,) = job.glob(f"{task}__*")
    return trial


def jobs_with(job: Path) -> Path:
    """Return a folder of jobs that holds this one alone."""
    jobs = job.parent / "jobs"
    jobs.mkdir()
    job.rename(jobs / job.name)
    return jobs


@pytest.fixture
def three(tmp_path: Path) -> Path:
    return play(
        tmp_path / "three",
        solved=[leaving(reward_txt=b"1")],
        half=[leaving(reward_json=b'{"reward": 0.5}')],
        failed=[leaving(reward_txt=b"0\n")],
    )


def test_the_chain_comes_from_reward_files_to_the_summary_of_harbors_own_result(
    three: Path,
) -> None:
    trials, summary = read_job(three)
    assert [trial.rewards for trial in trials] == [{"reward": 0}, {"reward": 0.5}, {"reward": 1}]
    assert summary == summary_of((three / "result.json").read_bytes())
    assert summary["score"] == mean_of(three) == 0.5
    # 0.5 * 3 is 1.5 exactly, and a tie goes to the even side.
    assert summary["resolved"] == 2


def test_the_headline_is_harbors_mean_where_each_task_has_one_reward(three: Path) -> None:
    harbor = mean_of(three)
    headline = read_jobs(jobs_with(three))
    assert {task.task_name: task.reward for task in headline.tasks} == {
        "failed": 0.0,
        "half": 0.5,
        "solved": 1.0,
    }
    assert headline.val_score == harbor


def test_a_task_that_was_not_verified_has_none_and_counts_zero(tmp_path: Path) -> None:
    job = play(tmp_path / "job", good=[leaving(reward_txt=b"1")], bad=[leaving(reward_txt=b"x")])
    harbor = mean_of(job)
    headline = read_jobs(jobs_with(job))
    rewards = {task.task_name: task.reward for task in headline.tasks}
    assert rewards == {"good": 1.0, "bad": None}
    assert headline.without_reward == 1
    assert headline.val_score == harbor == 0.5


def test_attempts_of_one_task_share_a_row_and_move_the_headline(tmp_path: Path) -> None:
    job = play(
        tmp_path / "job",
        easy=[leaving(reward_txt=b"1"), leaving(reward_txt=b"1")],
        hard=[leaving(reward_txt=b"1"), leaving(reward_txt=b"0")],
    )
    assert mean_of(job) == 0.75
    headline = read_jobs(jobs_with(job))
    assert [task.task_name for task in headline.tasks] == ["easy", "hard"]
    assert headline.val_score in (0.5, 1.0)


def test_a_reward_of_nan_is_null_in_harbors_file_and_no_reward_to_the_reader(
    tmp_path: Path,
) -> None:
    job = play(tmp_path / "job", strange=[leaving(reward_txt=b"nan")])
    assert json.loads((trial_of(job, "strange") / "result.json").read_text())[
        "verifier_result"
    ] == {"rewards": {"reward": None}}
    (task,) = read_jobs(jobs_with(job)).tasks
    assert task.reward is None
    assert "its reward is no number" in task.problem


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b'{"task_name": "t", "verifier_result": {"rewards": {"reward": 0.85}}}', ("t", 0.85)),
        (b'{"verifier_result": {"rewards": {"reward": 1}}}', ("folder", 1.0)),
        (b'{"task_name": "t", "verifier_result": null}', ("t", None)),
        (b'{"task_name": "t"}', ("t", None)),
        (b'{"task_name": "t", "verifier_result": {}}', ("t", None)),
        (b'{"task_name": "t", "verifier_result": {"rewards": {}}}', ("t", 0.0)),
        (b'{"task_name": "t", "verifier_result": {"rewards": {"other": 1}}}', ("t", 0.0)),
        (b'{"task_name": "t", "verifier_result": {"rewards": null}}', ("t", 0.0)),
        (b'{"task_name": "t", "verifier_result": {"rewards": {"reward": "x"}}}', ("t", None)),
        (b'{"task_name": "t", "verifier_result": {"rewards": {"reward": "0.5"}}}', ("t", 0.5)),
        (b'{"task_name": "t", "verifier', ("folder", None)),
        (b"[]", ("folder", None)),
        (b"", ("folder", None)),
        (b"\xff", ("folder", None)),
        (b"[" * 200_000, ("folder", None)),
    ],
)
def test_the_schema_of_the_table_with_none_apart_from_zero(
    content: bytes, expected: tuple[str, float | None]
) -> None:
    task = read_result(content, "folder")
    assert (task.task_name, task.reward) == expected


def test_the_most_recent_job_is_read(three: Path, tmp_path: Path) -> None:
    jobs = jobs_with(three)
    newer = play(tmp_path / "newer", only=[leaving(reward_txt=b"1")])
    newer.rename(jobs / "a-newer-one")
    for age, name in enumerate(["a-newer-one", "job"]):
        os.utime(jobs / name, (1_000_000 - age, 1_000_000 - age))
    assert read_jobs(jobs).job == "a-newer-one"
    os.utime(jobs / "job", (2_000_000, 2_000_000))
    assert read_jobs(jobs).job == "job"


def half_written(trial: Path) -> None:
    result = trial / "result.json"
    result.write_bytes(result.read_bytes()[:100])
    (trial / "verifier" / "reward.txt").write_bytes(b"")


def without_files(trial: Path) -> None:
    (trial / "result.json").unlink()
    (trial / "verifier" / "reward.txt").unlink()


def links_to_nowhere(trial: Path) -> None:
    without_files(trial)
    (trial / "result.json").symlink_to("nowhere")
    (trial / "verifier" / "reward.txt").symlink_to("nowhere")


def folders_for_files(trial: Path) -> None:
    without_files(trial)
    (trial / "result.json").mkdir()
    (trial / "verifier" / "reward.txt").mkdir()


def a_million_bytes(trial: Path) -> None:
    (trial / "result.json").write_bytes(b"1" * 1_000_000)
    (trial / "verifier" / "reward.txt").write_bytes(b"x" * 1_000_000)


@pytest.mark.parametrize(
    "spoil", [half_written, without_files, links_to_nowhere, folders_for_files, a_million_bytes]
)
def test_a_spoilt_trial_has_a_verdict_and_the_others_are_read(
    three: Path, spoil: Callable[[Path], None]
) -> None:
    spoil(trial_of(three, "solved"))
    trials, summary = read_job(three)
    assert [trial.rewards for trial in trials] == [{"reward": 0}, {"reward": 0.5}, None]
    assert trials[-1].problem
    assert summary["status"] == "failed"
    assert summary["score"] == 0.5 / 3
    tasks = {task.task_name: task for task in read_jobs(jobs_with(three)).tasks}
    assert len(tasks) == 3
    (spoilt,) = (task for task in tasks.values() if task.problem)
    assert spoilt == TaskReward(spoilt.task_name, None, spoilt.problem)


def test_a_name_that_is_not_utf8_is_shown_and_read(three: Path) -> None:
    trial_of(three, "solved").rename(three / os.fsdecode(b"solved\xff"))
    trials, _ = read_job(three)
    assert trials[-1].name == "solved\\xff"
    assert trials[-1].rewards == {"reward": 1}
    assert read_jobs(jobs_with(three)).val_score == 0.5


def test_a_folder_without_a_job_is_said_to_be_one(tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "nowhere"):
        with pytest.raises(NoJobError, match="no job in"):
            read_jobs(folder)


@pytest.mark.parametrize("reader", ["spec_000", "spec_003"])
def test_the_programs_print_a_line_a_trial_and_the_number(three: Path, reader: str) -> None:
    folder = three if reader == "spec_000" else jobs_with(three)
    asked = [sys.executable, "-m", f"candidates.{reader}"]
    completed = subprocess.run([*asked, str(folder)], check=False, capture_output=True, text=True)
    assert completed.returncode == 0
    said = completed.stdout + completed.stderr
    assert "solved" in said
    assert ("BASE_BENCHMARK_RESULT={" if reader == "spec_000" else "val_score 0.5") in said
    for wrong in ([], [str(folder / "nowhere")]):
        refused = subprocess.run([*asked, *wrong], check=False, capture_output=True, text=True)
        assert refused.returncode == 2
        assert len(refused.stderr.splitlines()) == 1
