"""Real jobs of harbor's, written to folders for readers to read."""

from collections.abc import Mapping
from pathlib import Path

from conformance.protocol.scenario import Scenario


def write_jobs(scenarios: Mapping[str, Scenario], folder: Path) -> dict[str, Path]:
    """Return, by the name of each scenario, the folder of the job that harbor made of it."""
    from oracle.job_folder import write_job  # noqa: PLC0415 - imports harbor: a second

    jobs = {}
    for name, scenario in scenarios.items():
        home = folder / name
        home.mkdir()
        jobs[name] = write_job(scenario, home)
    return jobs
