"""spec/003 as tables, and its reader and that of spec/000 on folders that nobody should write."""

import gc
import json
import math
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from played_jobs import documents, only_metric, run, texts, trial_of, trials_of, written_rewards
from programs import run_program
from released_jobs import leaves, task

from candidates.spec_000.chain import read_job
from candidates.spec_003 import metric, val_score
from candidates.spec_003.jobs import NoJobError, read_jobs
from candidates.spec_003.results import TaskReward, read_result
from conformance.diagnosis.expected.deviations import find
from conformance.diagnosis.expected.reading import load
from conformance.protocol.scenario import Task
from conformance.protocol.values import Value

expected_file = find("spec-003")
assert expected_file is not None
DECLARED = {one.name for one in load(expected_file).deviations}

NOTHING: Task = task("silent", leaves())
ZERO, FLOATS, FINITE = "one-name-or-zero", "floats-or", "not-finite-counts-as"
ROWS: dict[str, tuple[list[Task], list[float | None], dict[str, float | None], str]] = {
    # What trials leave, each task's reward, harbor's metric, and the deviation that is declared.
    "none is a trial without a verifier result": (
        [*texts(b"1", b"x", b"0"), NOTHING], [None, 1.0, None, 0.0], {"mean": 0.25}, ""),
    "several keys": (
        documents(b'{"reward": 1, "speed": 3}', b'{"reward": 0, "speed": 1}'),
        [1.0, 0.0], {"reward": 0.5, "speed": 2.0}, ZERO),
    "an integer that is no binary64": (
        documents(b'{"reward": 9007199254740993}', b'{"reward": -1}'),
        [9007199254740992.0, -1.0], {"mean": 4503599627370496.0}, FLOATS),
    "infinity": (texts(b"inf", b"1"), [None, 1.0], {"mean": None}, FINITE),
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


@pytest.mark.parametrize(("tasks", "rewards", "mean", "deviation"), ROWS.values(), ids=ROWS)
def test_the_headline_is_harbors_mean_of_the_same_folder_or_a_deviation_is_expected(
    tasks: list[Task],
    rewards: list[float | None],
    mean: dict[str, float | None],
    deviation: str,
    tmp_path: Path,
) -> None:
    job = play(tmp_path, *tasks)
    headline = read_jobs(job.parent)
    assert [row.reward for row in headline.tasks] == rewards
    assert headline.without_reward == rewards.count(None)
    assert headline.val_score == sum(reward or 0.0 for reward in rewards) / len(rewards)
    assert only_metric(job) == mean
    assert ({"mean": headline.val_score} == mean) is not bool(deviation)
    assert not deviation or deviation in DECLARED
    # What is certified is what is read from folders.
    asked: dict[str, Any] = {"metric": "mean", "rewards": rewards_of(job)}
    assert metric(asked) == {"mean": headline.val_score}


def table_of(jobs: Path) -> list[tuple[str, float | None]]:
    return [(row.task_name, row.reward) for row in read_jobs(jobs).tasks]


def test_of_several_attempts_the_last_by_its_folders_name_is_the_row(tmp_path: Path) -> None:
    many = task("many", *(leaves(reward) for reward in (b"0", b"0.25", b"0.5", b"1")))
    job = play(tmp_path, many, task("one", *[leaves(b"0.75")] * 4), n_attempts=4)
    last = written_rewards(trials_of(job)[3])["reward"]
    assert table_of(job.parent) == [("many", last), ("one", 0.75)]
    assert read_jobs(job.parent).val_score == (last + 0.75) / 2
    assert only_metric(job) == {"mean": (1.75 + 3.0) / 8}


def test_an_attempt_that_cannot_be_read_is_a_task_of_its_own(tmp_path: Path) -> None:
    job = play(tmp_path, task("twice", *[leaves(b"1")] * 2), n_attempts=2)
    spoilt = trials_of(job)[0]
    (spoilt / "result.json").write_text("{")
    assert table_of(job.parent) == [(spoilt.name, None), ("twice", 1.0)]
    assert read_jobs(job.parent).val_score == 0.5
    assert only_metric(job) == {"mean": 1.0}


# harbor leaves the log of a trial open that ends its job.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_an_integer_beyond_binary64_ends_harbors_job_and_leaves_a_headline(tmp_path: Path) -> None:
    with pytest.raises(OverflowError):
        run(tmp_path, *documents(b'{"reward": 1%s}' % (b"0" * 309)))
    gc.collect()
    problem = "its reward is no number: int too large to convert to float"
    headline = read_jobs(tmp_path)
    assert headline.tasks == (TaskReward("t00", None, problem),)
    assert headline.val_score == 0.0
    assert FLOATS in DECLARED


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


@pytest.fixture
def job(tmp_path: Path) -> Path:
    """A folder of jobs with one of three trials: rewards of 0, 0.5 and 1."""
    return play(tmp_path, *texts(b"0\n", b"0.5", b"1"))


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
    (b'{"task_name": "t", "verifier', ("folder", None)),
    (b"[" * 200_000, ("folder", None)),
]


@pytest.mark.parametrize(("content", "expected"), READ)
def test_the_schema_of_the_table_with_none_apart_from_zero(
    content: bytes, expected: tuple[str, float | None]
) -> None:
    row = read_result(content, "folder")
    assert (row.task_name, row.reward) == expected


SPOILT: dict[str, tuple[Callable[..., object], object, object]] = {
    # What is done in place of the files, and with what for the result and for the reward.
    "half written": (Path.write_bytes, b'{"id": "half', b""),
    "without files": (lambda *_: None, "", ""),
    "links to nowhere": (Path.symlink_to, "nowhere", "nowhere"),
    "folders": (Path.mkdir, 0o777, 0o777),
    "a million bytes": (Path.write_bytes, b"1" * 1_000_000, b"x" * 1_000_000),
}


@pytest.mark.parametrize(("put", "result", "reward"), SPOILT.values(), ids=SPOILT)
def test_a_spoilt_trial_has_a_verdict_and_the_others_are_read(
    job: Path, put: Callable[..., object], result: object, reward: object
) -> None:
    trial = trial_of(job, "t02")
    for name, content in (("result.json", result), ("verifier/reward.txt", reward)):
        (trial / name).unlink()
        put(trial / name, content)
    trials, summary = read_job(job)
    assert [trial.rewards for trial in trials] == [{"reward": 0}, {"reward": 0.5}, None]
    assert trials[-1].problem
    assert (summary["status"], summary["score"]) == ("failed", 0.5 / 3)
    rows = read_jobs(job.parent).tasks
    assert len({row.task_name for row in rows}) == 3
    (spoilt,) = (row for row in rows if row.problem)
    assert spoilt == TaskReward(spoilt.task_name, None, spoilt.problem)


def test_a_name_that_is_not_utf8_is_shown_and_read(job: Path) -> None:
    trial_of(job, "t02").rename(job / os.fsdecode(b"t02\xff"))
    trials, _ = read_job(job)
    assert (trials[-1].name, trials[-1].rewards) == ("t02\\xff", {"reward": 1})
    assert read_jobs(job.parent).val_score == 0.5


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


@pytest.mark.parametrize(
    ("reader", "line"), [("spec_000", "BASE_BENCHMARK_RESULT={"), ("spec_003", "val_score 0.5")]
)
def test_the_programs_print_a_line_a_trial_and_the_number(
    job: Path, reader: str, line: str
) -> None:
    folder = job if reader == "spec_000" else job.parent
    asked = [sys.executable, "-m", f"candidates.{reader}"]
    completed = run_program(*asked, str(folder), status=0)
    said = completed.stdout + completed.stderr
    assert "t02" in said
    assert line in said
    for wrong in ([], [str(folder / "nowhere")]):
        refused = run_program(*asked, *wrong)
        assert (refused.returncode, len(refused.stderr.splitlines())) == (2, 1)
