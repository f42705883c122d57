"""Jobs that harbor 0.13.1 wrote in a process that is over, and the folders that it left.

``earlier_jobs.json`` holds these folders, by job and by path, as ``tests/earlier_jobs.py``
found them after it had harbor run the jobs here: the configuration and the result of the
job and of each trial, and the job's lock. ``{folder}`` stands for the folder of the
scenario, trials have their lasting names, tracebacks hold no path of the machine, and
no file has line breaks.
"""

import json
from collections.abc import Mapping
from functools import cache
from importlib import resources

from conformance.model import Value
from conformance.scenario import Scenario, Script, Task
from conformance.strategies.run import (
    ONE_AT_A_TIME,
    SCRIPTED_AGENT,
    leaving,
    rewarded,
    scenario,
    task,
    tested,
)

NAME = "earlier_jobs.json"
"""The file that holds the folders; it lies beside this module."""

STEPS = (
    '[[steps]]\nname = "one"\nmin_reward = 0.5\n[[steps]]\nname = "two"\n',
    {"steps/one/instruction.md": "", "steps/two/instruction.md": ""},
)
"""The text of task.toml, and the files, of a task with two steps."""


def _job(*tasks: Task, **members: Value) -> Scenario:
    agents: Value = [SCRIPTED_AGENT]
    return scenario(tasks, {"agents": agents, **ONE_AT_A_TIME, **members})


def _used(text: bytes) -> list[Script]:
    usage: dict[str, int | float | None] = {"n_input_tokens": 100, "cost_usd": 0.1}
    return [{"agent": {"usage": usage}, "test": leaving(text=text)}]


def _steps(*texts: bytes) -> list[Script]:
    return [{"steps": [{"test": leaving(text=text)} for text in texts]}]


_FAILED: list[Script] = [
    {"agent": {"raises": "NonZeroAgentExitCodeError"}, "test": leaving(text=b"0.5")}
]
_BROKEN: Script = {"test": {"raises": "ApiError"}}
_ONCE_MORE: dict[str, Value] = {"max_retries": 1}
_INTERRUPTED: list[Script] = [{"test": {"interrupts": True}}]
_MODEL: dict[str, Value] = {**SCRIPTED_AGENT, "model_name": "m"}
_TWO = tested(leaving(json=b'{"a": 1, "b": 0.5}'))
_NAN = tested(leaving(json=b'{"a": NaN, "b": 1}'))

JOBS: dict[str, Scenario] = {
    "one": _job(task("a", [rewarded(b"1")])),
    "rewards": _job(
        task("a", [_used(b"1e16"), _used(b"0.1"), rewarded(b"-1e16")]),
        n_attempts=3,
        metrics=[{"type": "sum"}, {"type": "mean"}],
    ),
    "objects": _job(
        task("a", [[_BROKEN, *_TWO], tested(leaving(json=b'{"b": 2}'))]),
        n_attempts=2,
        retry=_ONCE_MORE,
    ),
    "failed": _job(task("a", [_FAILED, [_BROKEN, {"test": {}}]]), n_attempts=2, retry=_ONCE_MORE),
    "interrupted": _job(
        task("a", [[_BROKEN, *rewarded(b"1")], _INTERRUPTED, rewarded(b"1")]),
        n_attempts=3,
        metrics=[{"type": "sum"}],
        retry=_ONCE_MORE,
    ),
    "steps": _job(
        {**task("a", [_steps(b"1", b"0.5"), _steps(b"0.25")], STEPS[0]), "files": {**STEPS[1]}},
        n_attempts=2,
    ),
    "datasets": _job(
        {**task("a", [rewarded(b"1")]), "dataset": "d"},
        task("c", [rewarded(b"0.5")]),
        agents=[SCRIPTED_AGENT, _MODEL],
    ),
    "disabled": _job(task("a"), verifier={"disable": True}),
    "secrets": _job(
        task("a"), n_attempts=2, verifier={"env": {"API_KEY": "a-long-secret-value", "B": "b"}}
    ),
    "nan": _job(task("a", [rewarded(b"nan")])),
    "infinity": _job(task("a", [rewarded(b"inf")])),
    "nan-beside-numbers": _job(task("a", [_NAN])),
}
"""What the earlier process was asked, by the names of ``earlier_jobs.json``."""


def files(job: str) -> dict[str, bytes]:
    """Return the files that a job left: path below the scenario's folder → bytes."""
    return {path: text.encode() for path, text in _folders()[job].items()}


def trials(job: str) -> list[str]:
    """Return the names of the trials that a job left, sorted."""
    return sorted({path.split("/")[1] for path in _folders()[job] if path.count("/") > 1})


@cache
def _folders() -> Mapping[str, Mapping[str, str]]:
    file = resources.files(__package__) / NAME
    folders: Mapping[str, Mapping[str, str]] = json.loads(file.read_text(encoding="utf-8"))
    return folders
