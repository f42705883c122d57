"""``audit --published``: what harbor would publish of a job besides its metrics, and why."""

from pathlib import Path

import pytest
from once import made_once
from programs import command_here

from conformance.implementations.installed_harbor import write_jobs
from conformance.protocol.scenario import Scenario
from conformance.protocol.values import Value
from tools.places.jobs import JOBS

CHECKS = "correct_task_versions, min_trials_per_task"
PASSED = f"{CHECKS}, passing_trial_trajectories"
SHOWN = {
    "passes": f"| mean 1.0, pass@2 1.0 | 1.0 (+0) | 1.0 | {PASSED} | — |",
    "timeout": f"| mean 1.0, pass@2 1.0 | 0.5 (-0.5) | 1.0 | {PASSED} | 1 trial of 2 with an "
    "exception and a reward: counted in the mean, failed here |",
    "near": f"| mean 1.5 | 0.0 (-1.5) | 1.5 | {CHECKS} | 2 trials of 2 with a reward other than 0 "
    "and 1: counted in the mean, no pass |",
    "empty": f"| mean 0.5 | 1.0 (+0.5) | 0.5 | trial_results_complete, {PASSED} | 1 trial of 2 "
    "without an exception or a reward: 0 in the mean, left out here |",
    "score": f"| mean 0.5, pass@2 1.0 | 0.5 (+0) | 0.0 | {PASSED} | 2 trials of 2 without the key "
    "reward: 0 in the viewer |",
    "nan": "| mean null | ValidationError | ValidationError | — | nothing of the job is "
    "published |",
}
"""The rows of jobs: metrics, accuracy, viewer, failed checks, and why they differ."""


MODEL: Value = {"name": "nop", "model_name": "maker/model"}


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Return the lines that the command prints of a folder of jobs."""
    folder = made_once(tmp_path_factory, "published", publish)
    return (folder / "printed").read_text().splitlines()


def publish(folder: Path) -> None:
    jobs = {job.id: job.scenario for job in JOBS if job.id in SHOWN}
    passes: Scenario = jobs["passes"]
    of_model: Scenario = {**passes, "job": {**passes["job"], "agents": [MODEL]}}
    many: Scenario = {"tasks": [{**passes["tasks"][0], "name": f"task-{n:03}"} for n in range(104)]}
    write_jobs({**jobs, "of a model": of_model, "many": many}, folder)
    printed = command_here("audit", str(folder), "--published", "--format", "markdown").stdout
    (folder / "printed").write_text(printed.replace("\\", ""))


@pytest.mark.parametrize("job", SHOWN)
def test_a_job_has_its_accuracy_its_checks_and_the_trials_that_make_them_differ(
    job: str, table: list[str]
) -> None:
    assert f"| {job}/job {SHOWN[job]}" in table


def test_the_viewer_has_an_average_of_each_task_on_all_pages_and_a_model_changes_nothing(
    table: list[str],
) -> None:
    *_, row = (line for line in table if line.startswith("| many/job "))
    assert "| 1.0, 1.0, 1.0, 101 more tasks |" in row
    assert f"| of a model/job {SHOWN['passes']}" in table
