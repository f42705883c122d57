"""Trials of a job as a case describes them, made to happen in a real job.

A trial's rewards come from a reward.json that its test leaves, its exception from an
environment that fails as it stops, what it used from its agent. A trial without a verifier
result is one of a task with a step whose test failed.
"""

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from itertools import cycle, islice
from typing import Any

import real_jobs
from harbor.job import Job
from real_jobs import Actor, Place, RealJob

from conformance.protocol.scenario import Scenario, ScenarioStep, Script, Task
from conformance.protocol.values import Value
from oracle.driving import put
from oracle.job import metrics_table
from oracle.run_layout import FOLDER, JOB

type Trial = Mapping[str, Any]
type Metrics = Mapping[str, Sequence[str]]

_LONGEST = 255
"""Bytes of the longest name that a folder can have."""

_NAMES = ("trial_name", "task_name", "agent", "model", "source", "exception")

_NO_TRIAL: Task = {"name": "task"}
"""What the configuration of a job without trials names: harbor refuses to create one."""


def run_trials(
    trials: Sequence[Trial],
    metrics: Metrics,
    place: Place,
    planned: int | None = None,
    retries: int = 0,
) -> RealJob | None:
    """Return the job of these trials, in their order; None where no trial has such names.

    It is as harbor creates it from a configuration, as far as that goes: none says that a
    dataset has no metrics, or that more or fewer trials are planned than there are to run.
    Such things are put into the job before it runs.
    """
    if not all(map(_is_possible, trials)):
        return None
    table = configurable(metrics)
    scenario: Scenario = {
        "tasks": [_task(number, trial) for number, trial in enumerate(trials)] or [_NO_TRIAL],
        "registry": {name: _types(of) for name, of in (table or {}).items() if name != "adhoc"},
        "job": _settings(table or {}),
        "before": _retried(retries) if retries else {},
    }

    def change(job: Job) -> None:
        if table is None:
            put(job, "_metrics", metrics_table({name: [*of] for name, of in metrics.items()}))
        if not trials:
            put(job, "_remaining_trial_configs", [])
        if len(job) != (wanted := len(trials) if planned is None else planned):
            put(job, "_trial_configs", list(islice(cycle(vars(job)["_trial_configs"]), wanted)))

    actors = [Actor(trial["agent"], trial["model"]) for trial in trials]
    return real_jobs.run(scenario, place, actors=actors, change=change)


def step(verifier_result: Trial | None, **others: Any) -> ScenarioStep:  # noqa: ANN401 - other acts
    """Return a step that comes to a verifier result, or one whose test fails."""
    test: dict[str, Any] = {"raises": "RuntimeError"}
    if verifier_result is not None:
        test = {"leaves": {"reward.json": _reward_file(verifier_result["rewards"])}}
    return {"test": test, **others}  # type: ignore[typeddict-item] # acts


def configurable(metrics: Metrics) -> Metrics | None:
    """Return the metrics of the job, as ``adhoc``, and of each dataset in the registry.

    harbor adds the job's to each dataset's, and gives a mean to those that have none. None
    where no configuration comes to this table of metrics: a slash and an ``@`` in a
    dataset's name are no part of the name.
    """
    own = [] if metrics.get("adhoc") == ["mean"] else [*metrics.get("adhoc", [])]
    others = {name: [*of] for name, of in metrics.items() if name != "adhoc"}
    said = all(of and of[len(of) - len(own) :] == own for of in others.values())
    if not metrics.get("adhoc") or not said or any({"/", "@"} & {*name} for name in others):
        return None
    return {"adhoc": own, **{name: of[: len(of) - len(own)] for name, of in others.items()}}


def _settings(table: Metrics) -> dict[str, Value]:
    """Return the job's configuration, with datasets that have metrics and no tasks."""
    registry = f"{FOLDER}/registry.json"
    return {
        "agents": [{"import_path": real_jobs.NAMED_AGENT}],
        "environment": {"import_path": real_jobs.ENVIRONMENT},
        "metrics": _types(table.get("adhoc", [])),
        "datasets": [{"name": n, "registry_path": registry} for n in table if n != "adhoc"],
    }


def _types(metrics: Sequence[str]) -> list[Value]:
    return [{"type": metric} for metric in metrics]


def _task(number: int, trial: Trial) -> Task:
    """Return a task of a trial's own: harbor names it after its folder, not the folders above."""
    name = f"{number}/{_folder_of(trial['task_name'])}"
    several: Task = {"name": name, "attempts": [[_script(trial)]]}
    if trial["verifier_result"] is None:
        several |= {"config": '[[steps]]\nname = "1"\n', "files": {"steps/1/instruction.md": ""}}
    return several if trial["source"] is None else {**several, "source": trial["source"]}


def _script(trial: Trial) -> Script:
    acts: dict[str, Any] = {}
    if trial["usage"] is not None:
        acts["agent"] = {"usage": trial["usage"]}
    if trial["exception"] is not None:
        acts["stop"] = {"raises": trial["exception"]}
    result = trial["verifier_result"]
    return {"steps": [step(None)], **acts} if result is None else {**step(result, **acts)}  # type: ignore[typeddict-item] # acts by stage


def _reward_file(rewards: Mapping[str, float] | None) -> bytes:
    """Return a reward.json of these rewards, each nan as text.

    harbor then makes an object of its own of each, as in reward.txt, and lists no two
    trials under one; those of JSON's NaN are all the same object.
    """
    if rewards is None:
        return b"null"
    told = {name: "nan" if value != value else value for name, value in rewards.items()}  # noqa: PLR0124 - only nan
    return json.dumps(told).encode()


def _is_possible(trial: Trial) -> bool:
    """Return whether a trial's names are text, and its exception's the name of a class."""
    names = [trial[name] or "" for name in _NAMES]
    return is_text("".join(names)) and "\0" not in (trial["exception"] or "")


def is_text(name: str) -> bool:
    """Return whether a name has no lone surrogate in it, so that it can be written."""
    return not any("\ud800" <= character <= "\udfff" for character in name)


def _folder_of(name: str) -> str:
    """Return a task's name or, if no folder can have it, one of its own; no result shows that."""
    size, is_path = len(name.encode()), name in {".", ".."} or {"/", "\0"} & {*name}
    return name if 0 < size <= _LONGEST and not is_path else sha256(name.encode()).hexdigest()


def _retried(retries: int) -> dict[str, bytes]:
    """Return what an earlier run of the job leaves that got no trial done."""
    result = {
        "id": "00000000-0000-0000-0000-000000000000",
        "started_at": "2026-01-01T00:00:00",
        "n_total_trials": 0,
        "stats": {"n_retries": retries},
    }
    return {f"{JOB}/result.json": json.dumps(result).encode()}
