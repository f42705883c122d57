"""Jobs that harbor ran, for the readers of such folders."""

import json
import os
from pathlib import Path
from typing import Any

from released_jobs import leaves, task

from conformance.protocol.scenario import Scenario, Task
from conformance.protocol.values import Value
from oracle.run import Play


def texts(*contents: bytes) -> list[Task]:
    """Return a task for each reward.txt, named so that they stay in this order."""
    return [task(f"t{i:02}", leaves(text)) for i, text in enumerate(contents)]


def documents(*contents: bytes) -> list[Task]:
    """Return a task for each reward.json, named so that they stay in this order."""
    return [task(f"t{i:02}", leaves(None, text)) for i, text in enumerate(contents)]


def run(folder: Path, *tasks: Task, **job: Value) -> Path:
    scenario: Scenario = {"tasks": list(tasks), "job": job}
    Play(scenario, folder).answer()
    return folder / "job"


def result_of(folder: Path) -> Any:  # noqa: ANN401 - JSON
    """Return the result.json of a job or a trial; an empty object where there is none."""
    file = folder / "result.json"
    return json.loads(file.read_text()) if file.exists() else {}


def only_metric(job: Path) -> dict[str, float | None]:
    (group,) = result_of(job)["stats"]["evals"].values()
    found: dict[str, float | None]
    (found,) = group["metrics"]
    return found


def trials_of(job: Path) -> list[Path]:
    return sorted((entry for entry in job.iterdir() if entry.is_dir()), key=os.fsencode)


def trial_of(job: Path, name: str) -> Path:
    (trial,) = job.glob(f"{name}__*")
    return trial


def written_rewards(trial: Path) -> Any:  # noqa: ANN401 - JSON
    return (result_of(trial).get("verifier_result") or {}).get("rewards")
