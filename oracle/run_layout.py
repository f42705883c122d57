"""Writes the folders of a scenario, and makes the configuration of its job.

Below the scenario's folder are ``tasks/NAME``, ``datasets/DATASET/NAME``, ``registry.json`` and
``job``, the folder of the job itself.
"""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import cast

from conformance.protocol.scenario import Scenario, Session, Task
from conformance.protocol.values import Value
from oracle.driving import ReplayError, in_short

FOLDER = "{folder}"
"""The placeholder for the scenario's folder, in a configuration and in results."""

JOB = "job"
ENVIRONMENT = "oracle.scripted:ScriptedEnvironment"

_FILES = {"task.toml": "", "instruction.md": "", "tests/test.sh": "", "environment/Dockerfile": ""}


class ScenarioError(ReplayError):
    """The scenario cannot be played."""


def lay_out(scenario: Scenario, folder: Path) -> dict[str, int]:
    """Write the tasks, the registry and earlier files; return each task's index."""
    places = {str(task_folder(task, folder)): i for i, task in enumerate(scenario["tasks"])}
    if len(places) < len(scenario["tasks"]):
        raise ScenarioError("two tasks have one folder")
    try:
        for task in scenario["tasks"]:
            _write_task(task, task_folder(task, folder))
        if "registry" in scenario:
            (folder / "registry.json").write_text(json.dumps(_registry(scenario, folder)))
        _write(folder, dict(_before(scenario, folder)))
    except OSError as error:
        raise ScenarioError(in_short(error)) from error
    except ValueError as error:
        raise ScenarioError(str(error)) from error
    return places


def task_folder(task: Task, folder: Path) -> Path:
    """Return the folder of a task."""
    dataset = task.get("dataset")
    parent = folder / "tasks" if dataset is None else folder / "datasets" / dataset
    return parent / task["name"]


def configuration(scenario: Scenario, folder: Path, job: dict[str, Value]) -> dict[str, Value]:
    """Return the fields of harbor's JobConfig: what the scenario implies, then its own."""
    settings = cast("dict[str, Value]", _in_folder({**scenario.get("job", {}), **job}, folder))
    implied: dict[str, Value] = {
        "job_name": JOB,
        "jobs_dir": str(folder),
        "quiet": True,
        "agents": [{"name": "nop"}],
        "tasks": [_listed(task, folder) for task in scenario["tasks"] if "dataset" not in task],
        "datasets": list(_datasets(scenario, folder)),
    }
    config = {**implied, **settings}
    config["environment"] = _over({"import_path": ENVIRONMENT}, settings.get("environment", {}))
    config["retry"] = _over({"min_wait_sec": 0}, settings.get("retry", {}))
    return config


def change(session: Session, folder: Path, names: dict[str, str]) -> None:
    """Change the folder before another run.

    ``names`` has the stable name of each trial by harbor's random one.
    """
    actual = {lasting: drawn for drawn, lasting in names.items()}
    try:
        for path in session.get("remove", []):
            _remove(_actual_path(path, folder, actual))
        for path, size in session.get("truncate", {}).items():
            file = _actual_path(path, folder, actual)
            if file.is_file():
                file.write_bytes(file.read_bytes()[:size])
        for path, content in session.get("write", {}).items():
            _write_file(_actual_path(path, folder, actual), content)
    except OSError as error:
        raise ScenarioError(in_short(error)) from error


def _actual_path(path: str, folder: Path, actual: dict[str, str]) -> Path:
    return folder.joinpath(*(actual.get(part, part) for part in path.split("/")))


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def _write_task(task: Task, folder: Path) -> None:
    files = {**_FILES, "task.toml": task.get("config", ""), **task.get("files", {})}
    _write(folder, {path: text.encode() for path, text in files.items() if text is not None})


def _write(folder: Path, files: dict[str, bytes]) -> None:
    for path, content in files.items():
        _write_file(folder / path, content)


def _before(scenario: Scenario, folder: Path) -> Iterator[tuple[str, bytes]]:
    """Yield earlier files, with the folder's path in the files of the job."""
    for path, content in scenario.get("before", {}).items():
        of_job = path.startswith(f"{JOB}/")
        yield path, content.replace(FOLDER.encode(), str(folder).encode()) if of_job else content


def _write_file(file: Path, content: bytes) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)


def _listed(task: Task, folder: Path) -> Value:
    source: dict[str, Value] = {"source": task["source"]} if "source" in task else {}
    return {"path": str(task_folder(task, folder)), **source}


def _datasets(scenario: Scenario, folder: Path) -> Iterator[Value]:
    for name in dict.fromkeys(task["dataset"] for task in scenario["tasks"] if "dataset" in task):
        if name in scenario.get("registry", {}):
            yield {"name": name, "registry_path": str(folder / "registry.json")}
        else:
            yield {"path": str(folder / "datasets" / name)}


def _registry(scenario: Scenario, folder: Path) -> Value:
    return [
        {
            "name": name,
            "version": "1",
            "description": "",
            "metrics": metrics,
            "tasks": [
                {"name": task["name"], "path": str(task_folder(task, folder))}
                for task in scenario["tasks"]
                if task.get("dataset") == name
            ],
        }
        for name, metrics in scenario.get("registry", {}).items()
    ]


def _over(implied: dict[str, Value], value: Value) -> Value:
    return {**implied, **value} if isinstance(value, dict) else value


def _in_folder(value: Value, folder: Path) -> Value:
    match value:
        case str():
            return value.replace(FOLDER, str(folder))
        case list():
            return [_in_folder(member, folder) for member in value]
        case dict():
            return {name: _in_folder(member, folder) for name, member in value.items()}
    return value
