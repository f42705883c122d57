"""spec/003 as tables: auto-harness's headline, on jobs that harbor ran, next to harbor's mean."""

import gc
import json
import math
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from played_jobs import documents, leaves, only_metric, run, task, texts, trials_of, written_rewards

from candidates.spec_003 import metric
from candidates.spec_003.jobs import read_jobs
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
    "thirds": (texts(b"0.1", b"0.2", b"0.3"), [0.1, 0.2, 0.3], {"mean": 0.6 / 3}, ""),
    "beyond 0 to 1": (
        texts(b"-1", b"250", b"1e300"), [-1.0, 250.0, 1e300], {"mean": 1e300 / 3}, ""),
    "none is a trial without a verifier result": (
        [*texts(b"1", b"x", b"0"), NOTHING], [None, 1.0, None, 0.0], {"mean": 0.25}, ""),
    "an empty object": (documents(b'{"reward": 1}', b"{}"), [1.0, 0.0], {"mean": 0.5}, ""),
    "null": (documents(b'{"reward": 1}', b"null"), [1.0, 0.0], {"mean": 0.5}, ""),
    "a number in text": (documents(b'{"reward": "0.5"}'), [0.5], {"mean": 0.5}, ""),
    "nothing at all": ([NOTHING, task("still", leaves())], [None, None], {"mean": 0.0}, ""),
    "another key": (
        documents(b'{"score": 1}', b'{"score": 0.5}'), [0.0, 0.0], {"mean": 0.75}, ZERO),
    "several keys": (
        documents(b'{"reward": 1, "speed": 3}', b'{"reward": 0, "speed": 1}'),
        [1.0, 0.0], {"reward": 0.5, "speed": 2.0}, ZERO),
    "keys of several trials": (
        documents(b'{"reward": 1}', b'{"score": 1}'), [1.0, 0.0],
        {"reward": 0.5, "score": 0.5}, ZERO),
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
