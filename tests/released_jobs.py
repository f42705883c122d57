"""Jobs that every release is to write: what a job can hold, in few trials each."""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

from programs import command

from conformance.implementations.process.command import Command
from conformance.implementations.process.reaper import run_tool
from conformance.operations import messages
from conformance.protocol.scenario import Scenario, Script, Task
from conformance.protocol.values import Case, Value

type Text = str | bytes | None


def leaves(txt: Text = None, json_: Text = None, **others: bytes) -> Script:
    """Return a try whose test script leaves these reward files and other JSON files."""
    files: dict[str, Text] = {"reward.txt": txt, "reward.json": json_}
    files |= {f"{name}.json": content for name, content in others.items()}
    return {"test": {"leaves": {n: to_bytes(t) for n, t in files.items() if t is not None}}}


def to_bytes(text: str | bytes) -> bytes:
    return text.encode() if isinstance(text, str) else text


FAILING: Script = {"start": {"raises": "EnvironmentStartTimeoutError"}}
INTERRUPTED: Any = {"test": {"interrupts": True}}
SCRIPTED = "oracle.scripted:ScriptedAgent"
ONE_BY_ONE: dict[str, Any] = {"n_concurrent_trials": 1}
STEPS = '[[steps]]\nname = "one"\nmin_reward = 0.5\n[[steps]]\nname = "two"\n'
STEP_FILES: dict[str, str | None] = {"steps/one/instruction.md": "", "steps/two/instruction.md": ""}


def scripted(one: Any) -> Any:  # noqa: ANN401 - a try of a scenario
    """Return a script as it is, and for a text one whose reward.txt has it."""
    return leaves(one) if isinstance(one, str) else one


def task(name: str, *attempts: Any, **members: Any) -> Any:  # noqa: ANN401 - a task of a scenario
    """Return a task with an attempt for each text of a reward.txt, each script or list of tries."""
    tries = [one if isinstance(one, list) else [one] for one in attempts]
    scripts = [[scripted(one) for one in each] for each in tries]
    return {"name": name, "attempts": scripts, **members}


def tasks(*tries: Any) -> list[Any]:  # noqa: ANN401 - as above
    """Return a task for each such text or script."""
    return [task(f"task-{number}", one) for number, one in enumerate(tries, 1)]


def _task_of_steps(name: str, strategy: str, *tries: list[Any]) -> Task:
    config = f'multi_step_reward_strategy = "{strategy}"\n{STEPS}'
    played = [{"steps": [scripted(one) for one in steps]} for steps in tries]
    return cast("Task", task(name, *played, config=config, files=STEP_FILES))


def _using(tokens: int | None, cost: float | None, text: str = "1") -> dict[str, Any]:
    """Return a try whose agent used tokens at a cost."""
    usage = {"n_input_tokens": tokens, "n_output_tokens": 1, "cost_usd": cost}
    return {**leaves(text), "agent": {"usage": usage}}


def secret(value: str) -> Scenario:
    """Return a job in which a reward has the characters of a secret variable's value."""
    job: dict[str, Any] = {**ONE_BY_ONE, "verifier": {"env": {"API_KEY": value}}}
    return {"tasks": [task("a", value), {"name": "b"}], "job": job}


NO_NUMBER = leaves("1", '{"reward": "pass"}')
PLAIN: Scenario = {
    "tasks": [
        task("one", *["1", "0"] * 2),
        task("two", *[leaves(None, '{"reward": 0.5}'), "0.25"] * 2),
        task("three", *[FAILING, NO_NUMBER] * 2),
        task("four", *["0.1", "0.2"] * 2),
    ],
    "job": {
        **ONE_BY_ONE,
        "n_attempts": 2,
        "agents": [{"name": "nop"}, {"name": "nop", "model_name": "maker/model"}],
    },
}
DATASETS: Scenario = {
    "tasks": [
        task("a", "0.1", "1e16", dataset="d"),
        task("b", "0.2", "1", dataset="d"),
        task("c", "-1", "true", dataset="e"),
        task("f", *[leaves(None, '{"a": 1, "b": 2}')] * 2),
    ],
    "job": {**ONE_BY_ONE, "n_attempts": 2, "metrics": [{"type": "sum"}, {"type": "min"}]},
}
RETRIED: Scenario = {
    "tasks": [
        task("a", [FAILING, "1"]),
        task("b", [FAILING, FAILING, "0.5"]),
        task("c", [FAILING] * 3),
    ],
    "job": {**ONE_BY_ONE, "retry": {"max_retries": 2, "min_wait_sec": 0, "max_wait_sec": 0}},
}
WITH_MORE = leaves(None, '{"reward": 0.5, "more": 2}')
OF_STEPS: Scenario = {
    "tasks": [
        _task_of_steps(
            "mean", "mean", ["0.75", "0.1"], ["0.25", "1"], ["1", {"test": {"raises": "OSError"}}]
        ),
        _task_of_steps("final", "final", ["0.75", "0.1"], ["1", WITH_MORE], ["0.5", "x"]),
    ],
    "job": {**ONE_BY_ONE, "n_attempts": 3},
}
BOTH_STRATEGIES: Scenario = {
    "tasks": [{**one, "attempts": one["attempts"][:2]} for one in OF_STEPS["tasks"]],
    "job": {"n_attempts": 2},
}
NOT_FINITE: Scenario = {
    "tasks": [task("a", "nan", "0.5"), task("b", "inf", "1")],
    "job": {**ONE_BY_ONE, "n_attempts": 2, "metrics": [{"type": "max"}]},
}
TEXT: Scenario = {
    "tasks": [task("a", leaves(None, '{"reward": "1"}')), task("b", "0")],
    "job": ONE_BY_ONE,
}
USED: Scenario = {
    "tasks": [
        task("a", _using(3, 0.1)),
        task("b", _using(None, 0.2)),
        task("c", _using(5, None)),
        _task_of_steps("steps", "mean", [_using(7, 0.7), _using(11, None, "0")]),
    ],
    "job": {**ONE_BY_ONE, "agents": [{"import_path": SCRIPTED}]},
}
RESUMED: Scenario = {
    "tasks": [task("a", "1"), task("b", [INTERRUPTED, "0.5"]), task("c", "0.25")],
    "job": ONE_BY_ONE,
    "resume": [{}],
}
STOPPED: Scenario = {**RESUMED, "resume": []}
BY_AGENT: dict[str, Any] = {"agent": {"leaves": {"reward.txt": b"1"}}, "test": {}}
LEFT_BY_AGENT: Scenario = {"tasks": [task("a", BY_AGENT), task("b", "0.5")], "job": USED["job"]}
PROVIDER: Scenario = {
    "tasks": [task("a", "1", "0")],
    "job": {
        **ONE_BY_ONE,
        "agents": [{"name": "nop", "model_name": "p/"}, {"name": "nop", "model_name": "a/b/c"}],
    },
}

SCENARIOS: dict[str, Scenario] = {
    "plain": PLAIN, "datasets": DATASETS, "retried": RETRIED, "of-steps": OF_STEPS,
    "not-finite": NOT_FINITE, "text": TEXT, "used": USED, "resumed": RESUMED, "stopped": STOPPED,
    "left-by-agent": LEFT_BY_AGENT, "secret": secret("0.5"), "provider": PROVIDER,
}  # fmt: skip


def write_all(
    command: Command, folder: Path, scenarios: Mapping[str, Scenario] = SCENARIOS
) -> None:
    """Let the release of a command write each job into a folder of its name."""
    words = []
    for name, scenario in scenarios.items():
        (folder / name).mkdir(parents=True)
        (asked := folder / f"{name}.json").write_text(
            json.dumps(messages.input_to_json(Case("run", cast("dict[str, Value]", scenario))))
        )
        words += ["--write-job", str(asked), str(folder / name)]
    ended = run_tool([*command.argv, *words], env={**os.environ, **dict(command.env)}, seconds=300)
    assert ended.returncode == 0, ended.stderr


def audited_jobs(folder: Path, *words: str) -> dict[str, dict[str, Any]]:
    """Return what an audit reports of each job below a folder."""
    ended = command("audit", str(folder), "--format", "json", *words)
    assert ended.returncode in {0, 1}, ended.stderr
    return {one["name"].removesuffix("/job"): one for one in json.loads(ended.stdout)["jobs"]}
