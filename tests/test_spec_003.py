"""spec/003 as tables: the headline of jobs that harbor wrote, result.json files, and folders."""

import json
import math
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from played_jobs import documents, only_metric, run, texts, trials_of, written_rewards
from released_jobs import leaves, task

from candidates.spec_003 import metric, val_score
from candidates.spec_003.jobs import NoJobError, read_jobs
from candidates.spec_003.results import read_result
from conformance.protocol.scenario import Task
from conformance.protocol.values import Value

ROWS: dict[str, tuple[list[Task], list[float | None], dict[str, float | None]]] = {
    # What trials leave, each task's reward, and harbor's metric.
    "none is a trial without a verifier result": (
        [*texts(b"1", b"x", b"0"), task("silent", leaves())],
        [None, 1.0, None, 0.0], {"mean": 0.25}),
    "several keys": (
        documents(b'{"reward": 1, "speed": 3}', b'{"reward": 0, "speed": 1}'),
        [1.0, 0.0], {"reward": 0.5, "speed": 2.0}),
    "an integer that is no binary64": (
        documents(b'{"reward": 9007199254740993}', b'{"reward": -1}'),
        [9007199254740992.0, -1.0], {"mean": 4503599627370496.0}),
    "infinity": (texts(b"inf", b"1"), [None, 1.0], {"mean": None}),
}  # fmt: skip


def play(folder: Path, *tasks: Task, **job: Value) -> Path:
    made, jobs = folder / "played", folder / "jobs"
    made.mkdir()
    jobs.mkdir()
    return run(made, *tasks, **job).rename(jobs / "job")


def rewards_of(job: Path) -> list[Value]:
    """Return the rewards of each trial as harbor had them, by the trial's folder."""
    # harbor writes null for what is not finite, which here is infinity.
    return [
        rewards and {k: math.inf if v is None else v for k, v in rewards.items()}
        for rewards in map(written_rewards, trials_of(job))
    ]


@pytest.mark.parametrize(("tasks", "rewards", "mean"), ROWS.values(), ids=ROWS)
def test_the_headline_of_a_folder_that_harbor_wrote_is_what_is_certified(
    tasks: list[Task], rewards: list[float | None], mean: dict[str, float | None], tmp_path: Path
) -> None:
    job = play(tmp_path, *tasks)
    headline = read_jobs(job.parent)
    assert [row.reward for row in headline.tasks] == rewards
    assert headline.without_reward == rewards.count(None)
    assert headline.val_score == sum(reward or 0.0 for reward in rewards) / len(rewards)
    assert metric({"metric": "mean", "rewards": rewards_of(job)}) == {"mean": headline.val_score}
    assert only_metric(job) == mean


def table_of(jobs: Path) -> list[tuple[str, float | None]]:
    return [(row.task_name, row.reward) for row in read_jobs(jobs).tasks]


def test_of_several_attempts_the_last_by_its_folders_name_is_the_row_but_for_unread_ones(
    tmp_path: Path,
) -> None:
    many = task("many", *(leaves(reward) for reward in (b"0", b"0.25", b"0.5", b"1")))
    job = play(tmp_path, many, task("one", *[leaves(b"0.75")] * 4), n_attempts=4)
    first, *_, last = trials_of(job)[:4]
    reward = written_rewards(last)["reward"]
    assert table_of(job.parent) == [("many", reward), ("one", 0.75)]
    assert read_jobs(job.parent).val_score == (reward + 0.75) / 2
    assert only_metric(job) == {"mean": (1.75 + 3.0) / 8}
    (first / "result.json").write_text("{")
    assert table_of(job.parent) == [(first.name, None), ("many", reward), ("one", 0.75)]


MEMBERS = st.sampled_from(["task_name", "verifier_result", "rewards", "reward"]) | st.text()
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(MEMBERS, inner, max_size=3),
    max_leaves=8,
)


@given(st.binary() | JSON.map(lambda value: json.dumps(value).encode()))
def test_any_file_gives_a_reward_or_the_reason_why_not(content: bytes) -> None:
    row = read_result(content, "folder")
    assert (row.reward is None) is bool(row.problem)
    assert row.reward is None or isinstance(row.reward, float)


def result(verifier_result: bytes) -> bytes:
    return b'{"task_name": "t", "verifier_result": %s}' % verifier_result


READ = [
    (result(b'{"rewards": {"reward": 0.85}}'), ("t", 0.85)),
    (b'{"verifier_result": {"rewards": {"reward": 1}}}', ("folder", 1.0)),
    (result(b"null"), ("t", None)),
    (result(b"{}"), ("t", None)),
    (result(b'{"rewards": {"other": 1}}'), ("t", 0.0)),
    (result(b'{"rewards": null}'), ("t", 0.0)),
    (result(b'{"rewards": {"reward": "x"}}'), ("t", None)),
    (result(b'{"rewards": {"reward": 1%s}}' % (b"0" * 309)), ("t", None)),
    (b'{"task_name": "t", "verifier', ("folder", None)),
    (b"[" * 200_000, ("folder", None)),
]


@pytest.mark.parametrize(("content", "expected"), READ)
def test_the_schema_of_the_table_with_none_apart_from_zero(
    content: bytes, expected: tuple[str, float | None]
) -> None:
    row = read_result(content, "folder")
    assert (row.task_name, row.reward) == expected


def test_the_most_recent_job_is_read_and_of_two_of_the_same_time_the_last_by_name(
    tmp_path: Path,
) -> None:
    for name, reward in [("first", b"0.25"), ("second", b"0.5")]:
        (tmp_path / name / "trial").mkdir(parents=True)
        content = result(b'{"rewards": {"reward": %s}}' % reward)
        (tmp_path / name / "trial" / "result.json").write_bytes(content)
        os.utime(tmp_path / name, (1_000_000, 1_000_000))
    (tmp_path / "z-a-file").write_text("newer")
    (tmp_path / "z-a-link").symlink_to("nowhere")
    assert (read_jobs(tmp_path).job, read_jobs(tmp_path).val_score) == ("second", 0.5)
    os.utime(tmp_path / "first", (1_000_001, 1_000_001))
    assert read_jobs(tmp_path).job == "first"


def test_a_folder_without_a_job_or_a_trial_has_no_headline(tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "nowhere"):
        with pytest.raises(NoJobError, match="no job in"):
            read_jobs(folder)
    (tmp_path / "started").mkdir()
    (tmp_path / "started" / "result.json").write_text("{}")
    with pytest.raises(NoJobError, match="no trial in started"):
        read_jobs(tmp_path)
    with pytest.raises(ZeroDivisionError):
        val_score([])
