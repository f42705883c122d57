"""Folders of jobs that harbor ran, for the readers of such folders."""

import json
import os
from dataclasses import dataclass
from pathlib import Path

from conformance.protocol.scenario import Scenario, Script
from oracle.run import Play

type Files = dict[str, bytes | None]


def text(content: bytes) -> Files:
    """Return a reward.txt alone."""
    return {"reward.txt": content}


def document(content: bytes) -> Files:
    """Return a reward.json alone."""
    return {"reward.json": content}


@dataclass(frozen=True)
class Played:
    """A folder of jobs with one that harbor ran."""

    jobs: Path

    @property
    def job(self) -> Path:
        """The job's folder."""
        return self.jobs / "job"

    @property
    def trials(self) -> list[Path]:
        """The trials' folders, by name."""
        return sorted((entry for entry in self.job.iterdir() if entry.is_dir()), key=os.fsencode)

    @property
    def mean(self) -> dict[str, float | None]:
        """The one metric that harbor wrote."""
        stats = json.loads((self.job / "result.json").read_text())["stats"]
        ((found,),) = [group["metrics"] for group in stats["evals"].values()]
        assert isinstance(found, dict)
        return found


def play(folder: Path, *tasks: tuple[str, list[Files]]) -> Played:
    """Have harbor run a job of these tasks, each with what its attempts' tests leave."""
    attempts: list[tuple[str, list[list[Script]]]] = [
        (name, [[{"test": {"leaves": files}}] for files in left]) for name, left in tasks
    ]
    scenario: Scenario = {
        "tasks": [{"name": name, "attempts": scripts} for name, scripts in attempts],
        "job": {"n_attempts": max(len(scripts) for _, scripts in attempts)},
    }
    made = folder / "played"
    made.mkdir()
    Play(scenario, made).answer()
    jobs = folder / "jobs"
    jobs.mkdir()
    (made / "job").rename(jobs / "job")
    return Played(jobs)
