"""Jobs that harbor wrote, to be audited unchanged or after a change."""

import json
import shutil
from atexit import register
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from once import made_once
from released_jobs import ONE_BY_ONE, tasks

from conformance.audit.audit import audit, opened
from conformance.audit.basis import NOTHING, JobBasis, Known
from conformance.audit.findings import Audit, FindingKind
from conformance.audit.folders import Skipped
from conformance.implementations.installed_harbor import write_jobs
from conformance.implementations.start import Harbor, open_harbor
from conformance.protocol.scenario import Scenario
from conformance.protocol.values import HARBOR_VERSION

WHOLE: Scenario = {"tasks": tasks("0.1", "0.2", "0.3"), "job": ONE_BY_ONE}
TRIAL, GROUP = "task-1__0000001", "nop__adhoc"
OF_TRIAL = f"{TRIAL}/result.json"

type Tamper = Callable[[Path], object]
type Copied = Callable[..., Path]


@cache
def _harbor() -> Harbor:
    """Return the installed harbor, opened once for all audits of a process."""
    opened = open_harbor()
    register(opened.close)
    return opened


def audit_of(
    job: Path | Skipped,
    harbor: Any = None,  # noqa: ANN401 - a stand-in, too
    by: str = HARBOR_VERSION,
    known: Known = NOTHING,
) -> Audit:
    """Return what the installed harbor, or another one, derives of a job."""
    recorded, answer = opened(job, by), (harbor or _harbor()).answer
    own: Any = SimpleNamespace(answer=answer, provenance=SimpleNamespace(harbor=by))
    return recorded if isinstance(recorded, Audit) else audit(recorded, JobBasis(own, known))


@pytest.fixture(scope="module")
def harbor() -> Harbor:
    return _harbor()


@pytest.fixture(scope="module")
def real(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, Path]:
    """Return jobs of a module's SCENARIOS, to be left as they are; modules may share scenarios."""
    scenarios = request.module.SCENARIOS
    name = f"jobs-of-{'-'.join(scenarios)}".replace(" ", "-")
    folder = made_once(tmp_path_factory, name, lambda new: write_jobs(scenarios, new))
    return {one: folder / one / "job" for one in scenarios}


@pytest.fixture
def copied(real: dict[str, Path], tmp_path: Path) -> Copied:
    """Return what copies one of these jobs and makes edits of the copy."""

    def copy(name: str, *tampers: Tamper) -> Path:
        job = Path(shutil.copytree(real[name], tmp_path / name))
        for tamper in tampers:
            tamper(job)
        return job

    return copy


@pytest.fixture
def job(tmp_path_factory: pytest.TempPathFactory, tmp_path: Path) -> Path:
    """Return a copy of a job of three trials with rewards of 0.1, 0.2 and 0.3."""
    folder = made_once(tmp_path_factory, "whole", lambda new: write_jobs({"whole": WHOLE}, new))
    return Path(shutil.copytree(folder / "whole" / "job", tmp_path / "job"))


def changed(file: Path, change: Callable[[dict[str, Any]], object]) -> None:
    """Change a document of JSON."""
    document = json.loads(file.read_text())
    change(document)
    file.write_text(json.dumps(document, indent=4))


def edit(file: str, *path: str | int, value: object) -> Tamper:
    """Return what sets the value at a place of a file below a job."""

    def change(document: Any) -> None:  # noqa: ANN401 - JSON
        for key in path[:-1]:
            document = document[key]
        document[path[-1]] = value

    return lambda job: changed(job / file, change)


def configure(trial: Path, *path: str, value: object) -> None:
    """Let a trial's configuration have a value in both of its files."""
    edit("config.json", *path, value=value)(trial)
    edit("result.json", "config", *path, value=value)(trial)


def edit_stats(*path: str | int, value: object) -> Tamper:
    return edit("result.json", "stats", *path, value=value)


def write(file: str, text: str) -> Tamper:
    """Return what writes a file below a job's first trial."""
    return lambda job: (job / TRIAL / file).write_text(text)


edit_headline = edit_stats("evals", GROUP, "metrics", 0, "mean", value=0.9)
edit_reward = edit(OF_TRIAL, "verifier_result", "rewards", "reward", value=1.0)


def trials(job: Path) -> list[Path]:
    return sorted(job.glob("task-*"))


def rename_group(job: Path, name: str) -> None:
    """Let the job record its group under another name."""
    in_stats(lambda stats: stats["evals"].update({name: stats["evals"].pop(GROUP)}))(job)


def of_dataset(job: Path, name: str) -> None:
    """Let all trials be of a dataset, and all files of the job say so."""
    for trial in trials(job):
        edit("result.json", "source", value=name)(trial)
        configure(trial, "task", "source", value=name)
    for place in range(len(trials(job))):
        edit("lock.json", "trials", place, "task", "source", value=name)(job)
        edit("config.json", "tasks", place, "source", value=name)(job)
    rename_group(job, f"nop__{name}")


def drop_step(job: Path, name: str = "one") -> None:
    """Let the first trial of a task "a" have no trace of a step."""
    trial = min(job.glob("a__*"))
    shutil.rmtree(trial / "steps" / name)
    steps = json.loads((trial / "result.json").read_text())["step_results"]
    left = [one for one in steps if one["step_name"] != name]
    given = [one["verifier_result"] for one in left if one["verifier_result"]]
    rewards = [one["rewards"]["reward"] for one in given]
    mean = {"rewards": {"reward": sum(rewards) / len(rewards)}}
    own = {"step_results": left, "verifier_result": mean}
    changed(trial / "result.json", lambda result: result.update(own))


def failure(kind: str) -> dict[str, str]:
    """Return what a result records of an exception."""
    texts = dict.fromkeys(("exception_message", "exception_traceback"), "")
    return {**texts, "exception_type": kind, "occurred_at": "2026-01-01T00:00:00"}


def fail(result: Any, kind: str = "AgentTimeoutError") -> None:  # noqa: ANN401 - JSON
    """Let a result have failed with an exception."""
    result.update(verifier_result=None, exception_info=failure(kind))


def told(done: Audit, kind: FindingKind = FindingKind.DIFFERS) -> dict[str, str]:
    """Return the causes of the findings of a kind, by file and place."""
    return {
        f"{one.file} {one.member}".strip(): one.cause for one in done.findings if one.kind is kind
    }


def trial(job: Path, name: str) -> Path:
    return min(job.glob(f"{name}__*"))


def in_result(name: str, change: Callable[[Any], object]) -> Tamper:
    return lambda job: changed(trial(job, name) / "result.json", change)


def updated(name: str, **values: object) -> Tamper:
    """Return what gives fields of a result other values."""
    return in_result(name, lambda result: result.update(values))


def in_job(change: Callable[[Any], object]) -> Tamper:
    return lambda job: changed(job / "result.json", change)


def in_stats(change: Callable[[Any], object]) -> Tamper:
    return in_job(lambda result: change(result["stats"]))


def in_group(change: Callable[[Any], object]) -> Tamper:
    return in_stats(lambda stats: change(stats["evals"][GROUP]))


def with_text(file: str, old: str, new: str) -> Tamper:
    def tamper(job: Path) -> None:
        content = (job / file).read_text()
        assert old in content
        (job / file).write_text(content.replace(old, new, 1))

    return tamper
