"""From a folder of jobs to the rewards of the most recent one."""

import os
from dataclasses import dataclass
from pathlib import Path

from candidates.spec_003.results import TaskReward, read_result, val_score

RESULT = "result.json"


class NoJobError(Exception):
    """The folder has no job, or the job no trial."""


@dataclass(frozen=True, slots=True)
class Headline:
    """A job's table of tasks and its score, with how many tasks had no reward."""

    job: str
    tasks: tuple[TaskReward, ...]
    val_score: float

    @property
    def without_reward(self) -> int:
        """How many tasks have None for a reward: reported apart, and counted as 0.0."""
        return sum(1 for task in self.tasks if task.reward is None)


def read_jobs(folder: Path) -> Headline:
    """Return the table of the most recent job; raises NoJobError where there is nothing to score.

    Several attempts of one task share a row: that of the last trial folder by name.
    """
    job = most_recent_job(folder)
    rows: dict[str, TaskReward] = {}
    for trial in sorted(_folders(job), key=os.fsencode):
        row = read_trial(trial)
        rows[row.task_name] = row
    if not rows:
        raise NoJobError(f"no trial in {_printable(job)}")
    tasks = tuple(rows.values())
    return Headline(_printable(job), tasks, val_score(tasks))


def read_trial(folder: Path) -> TaskReward:
    """Return the reward of one trial's folder, in any state."""
    name = _printable(folder)
    try:
        return read_result((folder / RESULT).read_bytes(), name)
    except OSError as error:
        return TaskReward(name, None, f"{RESULT} cannot be read: {error.strerror}")


def most_recent_job(folder: Path) -> Path:
    """Return the newest job folder; if two have the same time, the last by name."""
    try:
        return max(_folders(folder), key=lambda job: (job.stat().st_mtime_ns, os.fsencode(job)))
    except (OSError, ValueError) as error:
        raise NoJobError(f"no job in {_printable(folder)}") from error


def _folders(parent: Path) -> list[Path]:
    return [entry for entry in parent.iterdir() if entry.is_dir()]


def _printable(folder: Path) -> str:
    return os.fsencode(folder.name).decode(errors="backslashreplace")
