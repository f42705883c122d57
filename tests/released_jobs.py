"""Jobs that every release is to write: what a job can hold, in few trials each."""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from programs import command

from conformance.implementations.process.command import Command
from conformance.implementations.process.tool import run_tool
from conformance.operations import messages
from conformance.protocol.scenario import Scenario, Task
from conformance.protocol.values import Case


def leaving(text: str | None = None, json_: str | None = None) -> dict[str, Any]:
    """Return a try whose test script leaves these reward files."""
    files = {"reward.txt": text, "reward.json": json_}
    leaves = {name: content.encode() for name, content in files.items() if content is not None}
    return {"test": {"leaves": leaves}}


FAILING: dict[str, Any] = {"start": {"raises": "EnvironmentStartTimeoutError"}}
SCRIPTED = "oracle.scripted:ScriptedAgent"
ONE_BY_ONE = {"n_concurrent_trials": 1}
STEPS = '[[steps]]\nname = "one"\nmin_reward = 0.5\n[[steps]]\nname = "two"\n'
STEP_FILES: dict[str, str | None] = {"steps/one/instruction.md": "", "steps/two/instruction.md": ""}


def _steps(*tries: list[dict[str, Any]]) -> list[list[Any]]:
    return [[{"steps": one}] for one in tries]


def _task_of_steps(name: str, strategy: str, *tries: list[dict[str, Any]]) -> Task:
    config = f'multi_step_reward_strategy = "{strategy}"\n{STEPS}'
    return {"name": name, "config": config, "files": STEP_FILES, "attempts": _steps(*tries)}


def _used(tokens: int | None, cost: float | None) -> dict[str, Any]:
    return {"usage": {"n_input_tokens": tokens, "n_output_tokens": 1, "cost_usd": cost}}


PLAIN: Scenario = {
    "tasks": [
        {"name": "one", "attempts": [[leaving("1")], [leaving("0")]] * 2},
        {"name": "two", "attempts": [[leaving(None, '{"reward": 0.5}')], [leaving("0.25")]] * 2},
        {"name": "three", "attempts": [[FAILING], [leaving("1", '{"reward": "pass"}')]] * 2},
        {"name": "four", "attempts": [[leaving("0.1")], [leaving("0.2")]] * 2},
    ],
    "job": {
        **ONE_BY_ONE,
        "n_attempts": 2,
        "agents": [{"name": "nop"}, {"name": "nop", "model_name": "maker/model"}],
    },
}
DATASETS: Scenario = {
    "tasks": [
        {"name": "a", "dataset": "d", "attempts": [[leaving("0.1")], [leaving("1e16")]]},
        {"name": "b", "dataset": "d", "attempts": [[leaving("0.2")], [leaving("1")]]},
        {"name": "c", "dataset": "e", "attempts": [[leaving("-1")], [leaving("true")]]},
        {"name": "f", "attempts": [[leaving(None, '{"a": 1, "b": 2}')]] * 2},
    ],
    "job": {**ONE_BY_ONE, "n_attempts": 2, "metrics": [{"type": "sum"}, {"type": "min"}]},
}
RETRIED: Scenario = {
    "tasks": [
        {"name": "a", "attempts": [[FAILING, leaving("1")]]},
        {"name": "b", "attempts": [[FAILING, FAILING, leaving("0.5")]]},
        {"name": "c", "attempts": [[FAILING] * 3]},
    ],
    "job": {**ONE_BY_ONE, "retry": {"max_retries": 2, "min_wait_sec": 0, "max_wait_sec": 0}},
}
OF_STEPS: Scenario = {
    "tasks": [
        _task_of_steps(
            "mean",
            "mean",
            [leaving("0.75"), leaving("0.1")],
            [leaving("0.25"), leaving("1")],
            [leaving("1"), {"test": {"raises": "OSError"}}],
        ),
        _task_of_steps(
            "final",
            "final",
            [leaving("0.75"), leaving("0.1")],
            [leaving("1"), leaving(None, '{"reward": 0.5, "more": 2}')],
            [leaving("0.5"), leaving("x")],
        ),
    ],
    "job": {**ONE_BY_ONE, "n_attempts": 3},
}
NOT_FINITE: Scenario = {
    "tasks": [
        {"name": "a", "attempts": [[leaving("nan")], [leaving("0.5")]]},
        {"name": "b", "attempts": [[leaving("inf")], [leaving("1")]]},
    ],
    "job": {**ONE_BY_ONE, "n_attempts": 2, "metrics": [{"type": "max"}]},
}
TEXT: Scenario = {
    "tasks": [
        {"name": "a", "attempts": [[leaving(None, '{"reward": "1"}')]]},
        {"name": "b", "attempts": [[leaving("0")]]},
    ],
    "job": ONE_BY_ONE,
}
USED: Scenario = {
    "tasks": [
        {"name": "a", "attempts": [[{**leaving("1"), "agent": _used(3, 0.1)}]]},
        {"name": "b", "attempts": [[{**leaving("1"), "agent": _used(None, 0.2)}]]},
        {"name": "c", "attempts": [[{**leaving("1"), "agent": _used(5, None)}]]},
        _task_of_steps(
            "steps",
            "mean",
            [{**leaving("1"), "agent": _used(7, 0.7)}, {**leaving("0"), "agent": _used(11, None)}],
        ),
    ],
    "job": {**ONE_BY_ONE, "agents": [{"import_path": SCRIPTED}]},
}
RESUMED: Scenario = {
    "tasks": [
        {"name": "a", "attempts": [[leaving("1")]]},
        {"name": "b", "attempts": [[{"test": {"interrupts": True}}, leaving("0.5")]]},
        {"name": "c", "attempts": [[leaving("0.25")]]},
    ],
    "job": ONE_BY_ONE,
    "resume": [{}],
}
STOPPED: Scenario = {**RESUMED, "resume": []}
LEFT_BY_AGENT: Scenario = {
    "tasks": [
        {"name": "a", "attempts": [[{"agent": {"leaves": {"reward.txt": b"1"}}, "test": {}}]]},
        {"name": "b", "attempts": [[leaving("0.5")]]},
    ],
    "job": {**ONE_BY_ONE, "agents": [{"import_path": SCRIPTED}]},
}
SECRET: Scenario = {
    "tasks": [{"name": "a", "attempts": [[leaving("0.5")]]}, {"name": "b"}],
    "job": {**ONE_BY_ONE, "verifier": {"env": {"API_KEY": "0.5"}}},
}
PROVIDER: Scenario = {
    "tasks": [{"name": "a", "attempts": [[leaving("1")], [leaving("0")]]}],
    "job": {
        **ONE_BY_ONE,
        "agents": [{"name": "nop", "model_name": "p/"}, {"name": "nop", "model_name": "a/b/c"}],
    },
}

SCENARIOS: dict[str, Scenario] = {
    "plain": PLAIN, "datasets": DATASETS, "retried": RETRIED, "of-steps": OF_STEPS,
    "not-finite": NOT_FINITE, "text": TEXT, "used": USED, "resumed": RESUMED, "stopped": STOPPED,
    "left-by-agent": LEFT_BY_AGENT, "secret": SECRET, "provider": PROVIDER,
}  # fmt: skip


def write_all(
    command: Command, folder: Path, scenarios: Mapping[str, Scenario] = SCENARIOS
) -> None:
    """Let the release of a command write each job into a folder of its name."""
    words = []
    for name, scenario in scenarios.items():
        (folder / name).mkdir(parents=True)
        (asked := folder / f"{name}.json").write_text(
            json.dumps(messages.input_to_json(Case("run", dict(scenario))))
        )
        words += ["--write-job", str(asked), str(folder / name)]
    ended = run_tool([*command.argv, *words], env={**os.environ, **dict(command.env)}, seconds=300)
    assert ended.returncode == 0, ended.stderr


def audited_jobs(folder: Path, *words: str) -> dict[str, dict[str, Any]]:
    """Return what an audit reports of each job below a folder."""
    ended = command("audit", str(folder), "--format", "json", *words)
    assert ended.returncode in {0, 1}, ended.stderr
    return {one["name"].removesuffix("/job"): one for one in json.loads(ended.stdout)["jobs"]}
