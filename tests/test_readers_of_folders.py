"""The readers of spec/000 and spec/003 on folders that nobody should write, and their programs."""

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from played_jobs import run, texts, trial_of
from programs import run_program

from candidates.spec_000.chain import read_job
from candidates.spec_003 import val_score
from candidates.spec_003.jobs import NoJobError, read_jobs
from candidates.spec_003.results import TaskReward, read_result


@pytest.fixture
def job(tmp_path: Path) -> Path:
    """A folder of jobs with one of three trials: rewards of 0, 0.5 and 1."""
    return run(tmp_path, *texts(b"0\n", b"0.5", b"1")).rename(jobs_in(tmp_path) / "job")


def jobs_in(folder: Path) -> Path:
    (folder / "jobs").mkdir()
    return folder / "jobs"


def result(verifier_result: bytes) -> bytes:
    return b'{"task_name": "t", "verifier_result": %s}' % verifier_result


READ = [
    (result(b'{"rewards": {"reward": 0.85}}'), ("t", 0.85)),
    (b'{"verifier_result": {"rewards": {"reward": 1}}}', ("folder", 1.0)),
    (result(b"null"), ("t", None)),
    (b'{"task_name": "t"}', ("t", None)),
    (result(b"{}"), ("t", None)),
    (result(b'{"rewards": {}}'), ("t", 0.0)),
    (result(b'{"rewards": {"other": 1}}'), ("t", 0.0)),
    (result(b'{"rewards": null}'), ("t", 0.0)),
    (result(b'{"rewards": {"reward": null}}'), ("t", None)),
    (result(b'{"rewards": {"reward": "x"}}'), ("t", None)),
    (result(b'{"rewards": {"reward": "0.5"}}'), ("t", 0.5)),
    (b'{"task_name": "t", "verifier', ("folder", None)),
    *((content, ("folder", None)) for content in (b"[]", b"", b"\xff", b"[" * 200_000)),
]


@pytest.mark.parametrize(("content", "expected"), READ)
def test_the_schema_of_the_table_with_none_apart_from_zero(
    content: bytes, expected: tuple[str, float | None]
) -> None:
    row = read_result(content, "folder")
    assert (row.task_name, row.reward) == expected


def written(result: bytes, reward: bytes) -> Callable[[Path, Path], None]:
    def write(result_file: Path, reward_file: Path) -> None:
        result_file.write_bytes(result)
        reward_file.write_bytes(reward)

    return write


@pytest.mark.parametrize(
    "spoil",
    [
        written(b'{"id": "half', b""),
        lambda *_: None,
        lambda *files: [file.symlink_to("nowhere") for file in files],
        lambda *files: [file.mkdir() for file in files],
        written(b"1" * 1_000_000, b"x" * 1_000_000),
    ],
    ids=["half written", "without files", "links to nowhere", "folders", "a million bytes"],
)
def test_a_spoilt_trial_has_a_verdict_and_the_others_are_read(
    job: Path, spoil: Callable[..., object]
) -> None:
    trial = trial_of(job, "t02")
    files = trial / "result.json", trial / "verifier" / "reward.txt"
    for file in files:
        file.unlink()
    spoil(*files)
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
