"""Jobs that harbor wrote, to be audited as they are or after a change."""

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from released_jobs import FAILING, leaving

from conformance.audit.findings import Audit, Kind
from conformance.implementations.installed_harbor import write_jobs
from conformance.implementations.start import Harbor, open_harbor
from conformance.protocol.scenario import Scenario

SCENARIO: Scenario = {
    "tasks": [
        {"name": "one", "attempts": [[leaving("1")], [leaving("0")]]},
        {"name": "two", "attempts": [[leaving(None, '{"reward": 0.5}')], [leaving("0.25")]]},
        {"name": "three", "attempts": [[FAILING], [leaving("1", '{"reward": "pass"}')]]},
        {"name": "four", "attempts": [[leaving("nan")], [leaving("0.1")]]},
    ],
    "job": {"n_attempts": 2, "n_concurrent_trials": 1},
}
WHOLE: Scenario = {
    "tasks": [{"name": f"task-{n}", "attempts": [[leaving(f"{n / 10}")]]} for n in range(1, 4)],
    "job": {"n_concurrent_trials": 1},
}


@pytest.fixture(scope="module")
def harbor() -> Iterator[Harbor]:
    opened = open_harbor()
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    scenarios = {"mixed": SCENARIO, "whole": WHOLE}
    return write_jobs(scenarios, tmp_path_factory.mktemp("jobs"))


@pytest.fixture
def job(written: dict[str, Path], tmp_path: Path) -> Path:
    """Return a copy of a job of three trials with rewards of 0.1, 0.2 and 0.3."""
    shutil.copytree(written["whole"], tmp_path / "job")
    return tmp_path / "job"


def changed(file: Path, change: Callable[[dict[str, Any]], object]) -> None:
    """Change a document of JSON, and leave its times as they were."""
    document = json.loads(file.read_text())
    change(document)
    file.write_text(json.dumps(document, indent=4))


def first(job: Path) -> Path:
    return job / "task-1__0000001"


def told(done: Audit, kind: Kind = Kind.DIFFERS) -> dict[str, str]:
    return {
        f"{one.file} {one.member}".strip(): one.cause for one in done.findings if one.kind is kind
    }


def edit_headline(job: Path) -> None:
    def edit(result: dict[str, Any]) -> None:
        result["stats"]["evals"]["nop__adhoc"]["metrics"][0]["mean"] = 0.9

    changed(job / "result.json", edit)


EVALS = ("evals", "nop__adhoc")


def edit_stats(*path: str, value: object) -> Callable[[Path], None]:
    def tamper(job: Path) -> None:
        def edit(result: dict[str, Any]) -> None:
            at = result["stats"]
            for name in path[:-1]:
                at = at[name]
            at[path[-1]] = value

        changed(job / "result.json", edit)

    return tamper


def edit_reward(job: Path) -> None:
    def edit(result: dict[str, Any]) -> None:
        result["verifier_result"]["rewards"]["reward"] = 1.0

    changed(first(job) / "result.json", edit)


def claim_exception(job: Path) -> None:
    info = {
        "exception_type": "RewardFileNotFoundError",
        "exception_message": "",
        "exception_traceback": "",
        "occurred_at": "2026-01-01T00:00:00",
    }

    def edit(result: dict[str, Any]) -> None:
        result.update(verifier_result=None, exception_info=info)

    changed(first(job) / "result.json", edit)
