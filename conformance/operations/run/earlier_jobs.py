"""Jobs that harbor 0.13.1 wrote in a process that is over, and the folders that it left.

``earlier_jobs.json`` holds these folders, by job and by path, as ``tests/earlier_jobs.py``
found them after it had harbor run the jobs here: the configuration and the result of the
job and of each trial, and the job's lock. ``{folder}`` stands for the folder of the
scenario, trials have their lasting names, tracebacks hold no path of the machine, and
no file has line breaks.
"""

import json
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import resources

from conformance.operations.run import inputs
from conformance.operations.run.resume import INTERRUPTING
from conformance.protocol.scenario import Scenario, Script, Settings, Task
from conformance.protocol.values import Case, Value

NAME = "earlier_jobs.json"
"""The file that holds the folders, next to this module."""


def _job(*tasks: Task, **members: Value) -> Scenario:
    agents: Value = [inputs.SCRIPTED_AGENT]
    return inputs.scenario(tasks, {"agents": agents, **inputs.ONE_AT_A_TIME, **members})


def _used(text: bytes) -> list[Script]:
    return [
        inputs.script(
            inputs.leaving(text=text), agent={"usage": {"n_input_tokens": 100, "cost_usd": 0.1}}
        )
    ]


def _steps(*texts: bytes) -> list[Script]:
    return [{"steps": [{"test": inputs.leaving(text=text)} for text in texts]}]


_FAILED = [inputs.script(inputs.HALF, agent={"raises": "NonZeroAgentExitCodeError"})]
_BROKEN = inputs.script({"raises": "ApiError"})
_ONCE_MORE: Settings = {"max_retries": 1}
_TWO = inputs.tested(inputs.leaving(json=b'{"a": 1, "b": 0.5}'))
_NAN = inputs.tested(inputs.leaving(json=b'{"a": NaN, "b": 1}'))

JOBS: dict[str, Scenario] = {
    "one": _job(inputs.task("a", [inputs.rewarded(b"1")])),
    "rewards": _job(
        inputs.task("a", [_used(b"1e16"), _used(b"0.1"), inputs.rewarded(b"-1e16")]),
        n_attempts=3,
        metrics=[{"type": "sum"}, {"type": "mean"}],
    ),
    "objects": _job(
        inputs.task("a", [[_BROKEN, *_TWO], inputs.tested(inputs.leaving(json=b'{"b": 2}'))]),
        n_attempts=2,
        retry=_ONCE_MORE,
    ),
    "failed": _job(
        inputs.task("a", [_FAILED, [_BROKEN, inputs.script(inputs.NOTHING)]]),
        n_attempts=2,
        retry=_ONCE_MORE,
    ),
    "interrupted": _job(
        inputs.task(
            "a", [[_BROKEN, *inputs.rewarded(b"1")], [INTERRUPTING], inputs.rewarded(b"1")]
        ),
        n_attempts=3,
        metrics=[{"type": "sum"}],
        retry=_ONCE_MORE,
    ),
    "steps": _job(
        {
            **inputs.stepping(["min_reward = 0.5", ""]),
            "attempts": [_steps(b"1", b"0.5"), _steps(b"0.25")],
        },
        n_attempts=2,
    ),
    "datasets": _job(
        inputs.task("a", [inputs.rewarded(b"1")], dataset="d"),
        inputs.task("c", [inputs.rewarded(b"0.5")]),
        agents=[inputs.SCRIPTED_AGENT, {**inputs.SCRIPTED_AGENT, "model_name": "m"}],
    ),
    "disabled": _job(inputs.task("a"), verifier={"disable": True}),
    "secrets": _job(
        inputs.task("a"),
        n_attempts=2,
        verifier={"env": {"API_KEY": "a-long-secret-value", "B": "b"}},
    ),
    "nan": _job(inputs.task("a", [inputs.rewarded(b"nan")])),
    "infinity": _job(inputs.task("a", [inputs.rewarded(b"inf")])),
    "nan-beside-numbers": _job(inputs.task("a", [_NAN])),
}
"""What the earlier process ran, by the names of ``earlier_jobs.json``."""


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


_EXCLUDED: Settings = {
    "exclude_exceptions": [
        "AgentTimeoutError", "RewardFileEmptyError", "RewardFileNotFoundError",
        "VerifierOutputParseError", "VerifierTimeoutError",
    ],
}  # fmt: skip
"""What ``retry.exclude_exceptions`` is where a job does not say it."""


def again(  # noqa: PLR0913 - which job, and what is otherwise
    job: str,
    *,
    gone: Iterable[str] = (),
    changed: Mapping[str, bytes] | None = None,
    settings: Settings | None = None,
    backwards: bool = False,
    by_default: bool = False,
) -> Case:
    """Return the case about a job of ``JOBS`` that is run again.

    Of what the earlier process wrote the paths in ``gone``, and all below them, are not
    there, and ``changed`` stands instead; ``settings`` are members of the job's configuration.
    Other releases have another default of ``exclude_exceptions``, and with it another job, so
    that all else can be seen only where it is said; ``by_default`` leaves it to the release.
    """
    made: Scenario = {**JOBS[job]}
    made["tasks"] = [_to_come(task) for task in made["tasks"]]
    made["job"] = {**made["job"], **(settings or {})}
    retry = made["job"].get("retry", {})
    if not by_default and isinstance(retry, dict):
        made["job"]["retry"] = {**retry, **_EXCLUDED}
    made["before"] = {**_without(job, tuple(gone)), **(changed or {})}
    if backwards:
        made["listing"] = "reversed"
    return inputs.case(made)


def _to_come(of: Task) -> Task:
    """Return a task whose trials leave other rewards from now on, by the attempt's number."""
    steps = "[[steps]]" in of.get("config", "")
    texts = (b"0.25", b"1e16", b"8")
    return {
        **of,
        "attempts": [_steps(text, b"2") if steps else inputs.rewarded(text) for text in texts],
    }


def _without(job: str, gone: tuple[str, ...]) -> dict[str, bytes]:
    return {
        path: text
        for path, text in files(job).items()
        if not any(path == lost or path.startswith(f"{lost}/") for lost in gone)
    }
