"""Jobs that harbor ran, as the chain of spec/000 and as harbor's own result have them."""

import json
from pathlib import Path
from typing import Any

import pytest

from candidates.spec_000.chain import TrialReading, read_job
from candidates.spec_000.outcomes import Summary, summary_of
from conformance.protocol.scenario import Scenario, Script, Task
from conformance.protocol.values import Value
from oracle.run import Play

# harbor leaves the log of a trial open that ends its job.
LEAVES_A_LOG_OPEN = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")


def leaves(txt: bytes | None = None, json_: bytes | None = None) -> Script:
    files = {"reward.txt": txt, "reward.json": json_}
    return {"test": {"leaves": {name: file for name, file in files.items() if file is not None}}}


def task(name: str, script: Script, **members: str) -> Task:
    made: Task = {"name": name, "attempts": [[script]]}
    return {**made, **members}  # type: ignore[typeddict-item] # mypy cannot unpack names


def run(folder: Path, *tasks: Task, **job: Value) -> Path:
    """Have harbor run a job of these tasks; return the job's folder."""
    scenario: Scenario = {"tasks": list(tasks), "job": job}
    Play(scenario, folder).answer()
    return folder / "job"


def run_texts(folder: Path, *contents: bytes) -> Path:
    """Have harbor run a task for each reward.txt, named so that they stay in this order."""
    return run(folder, *(task(f"t{i}", leaves(text)) for i, text in enumerate(contents)))


def run_documents(folder: Path, *contents: bytes) -> Path:
    """Have harbor run a task for each reward.json, named so that they stay in this order."""
    return run(folder, *(task(f"t{i}", leaves(None, text)) for i, text in enumerate(contents)))


def result_of(job: Path) -> Any:  # noqa: ANN401 - JSON
    return json.loads((job / "result.json").read_text())


def evals_of(job: Path) -> dict[str, Any]:
    evals: dict[str, Any] = result_of(job)["stats"]["evals"]
    return evals


def trial_of(job: Path, name: str) -> Any:  # noqa: ANN401 - JSON
    (trial,) = job.glob(f"{name}__*")
    return result_of(trial)


def reading_of(job: Path, name: str) -> TrialReading:
    (reading,) = (one for one in read_job(job)[0] if one.name.startswith(f"{name}__"))
    return reading


def chain(job: Path) -> Summary:
    """Return the summary that the text's chain makes of the reward files."""
    return read_job(job)[1]


def harbors(job: Path) -> Summary:
    """Return the summary that the text makes of harbor's own result.json."""
    return summary_of((job / "result.json").read_bytes())


def only_metric(job: Path) -> dict[str, float | None]:
    ((found,),) = [group["metrics"] for group in evals_of(job).values()]
    assert isinstance(found, dict)
    return found
