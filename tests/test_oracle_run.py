"""The adapters of whole jobs and of several steps add nothing of their own."""

import json
import logging
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, cast

import pytest

from conformance.operations import messages
from conformance.operations.comparing import differs
from conformance.protocol import lines
from conformance.protocol.scenario import ScenarioStep
from conformance.protocol.values import Case, Result, Value
from oracle.multi_step import TASKS
from oracle.run import RunAdapter
from oracle.run_layout import ScenarioError

SEPARATE = '[verifier]\nenvironment_mode = "separate"\n'
SCRIPTED: dict[str, Value] = {"agents": [{"import_path": "oracle.scripted:ScriptedAgent"}]}


def answer_of(script: dict[str, Value], config: str = "", **job: Value) -> dict[str, Any]:
    """Run a job of one task ``a`` with one attempt."""
    task: Value = {"name": "a", "config": config, "attempts": [[script]]}
    return cast("dict[str, Any]", RunAdapter()({"tasks": [task], "job": job}))


def exception_of(trial: dict[str, Any]) -> Value:
    return (trial["exception_info"] or {}).get("exception_type")


def test_every_stage_can_be_given_an_act() -> None:
    script: dict[str, Value] = {stage: {"turn": 1} for stage in ScenarioStep.__annotations__}
    (trial,) = answer_of(script, SEPARATE, **SCRIPTED)["trials"].values()
    assert exception_of(trial) == "RewardFileNotFoundError"


def test_nothing_is_printed_and_nothing_is_left_behind(
    capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    loggers = set(logging.root.manager.loggerDict)
    RunAdapter(str(tmp_path))({"tasks": [{"name": "a"}], "job": {"quiet": False, "debug": True}})
    assert capfd.readouterr() == ("", "")
    assert list(tmp_path.iterdir()) == []
    new = set(logging.root.manager.loggerDict) - loggers
    assert not [name for name in new if "attempt" in name]


def test_a_script_that_hangs_or_two_tasks_in_one_folder_are_errors_of_the_scenario(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("oracle.run.LONGEST", 0.2)
    with pytest.raises(ScenarioError):
        answer_of({"test": {"hangs": True}})
    with pytest.raises(ScenarioError):
        RunAdapter()({"tasks": [{"name": "a"}, {"name": "a"}]})


def test_the_example_in_the_documentation_runs_as_it_says() -> None:
    page = (Path(__file__).parents[1] / "docs" / "run.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```json\n(.*?)```", page, re.DOTALL)
    case = messages.case_from_json("run", json.loads(example))
    answer = cast("dict[str, Any]", RunAdapter()(case.input))
    assert answer["sessions"] == ["CancelledError", None]
    first, second = answer["trials"].values()
    assert [exception_of(trial) for trial in (first, second)] == [None, None]
    assert first["verifier_result"] == {"rewards": {"reward": 0.5}}
    assert second["verifier_result"] == {"rewards": {"reward": 1.0}}
    (group,) = answer["job"]["stats"]["evals"].values()
    assert group["metrics"] == [{"sum": 1.5}]
    encoded = messages.answer_to_json("run", Result(answer))
    assert messages.answer_from_json("run", json.loads(json.dumps(encoded))) == Result(answer)


KEYS = ("correctness", "speed", "style", "tests", "coverage", "size")
STEPS: list[Value] = [{"rewards": {name: 0.1 * i for i, name in enumerate(KEYS)}}] * 3
CASES = {s: Case("multi_step", {"strategy": s, "steps": STEPS}) for s in TASKS}
FILE = json.dumps(dict.fromkeys(KEYS, 1)).encode()
OF_A_STEP: Value = {
    "name": "a",
    "config": '[[steps]]\nname = "one"\n',
    "files": {"steps/one/instruction.md": ""},
    "attempts": [[{"steps": [{"test": {"leaves": {"reward.json": FILE}}}]}]],
}
REQUESTS = b"".join(
    lines.to_line({"id": 1, "op": case.operation, "input": messages.input_to_json(case)})
    for case in (*CASES.values(), Case("run", {"tasks": [OF_A_STEP]}))
)


@pytest.fixture(scope="module")
def said() -> list[list[bytes]]:
    """What processes of harbor with other hash seeds answer to each strategy, and to a job."""
    return [
        subprocess.run(
            (sys.executable, "-m", "oracle"),
            input=REQUESTS,
            check=True,
            capture_output=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout.splitlines()
        for seed in ("1", "2")
    ]


@pytest.mark.parametrize("strategy", TASKS)
def test_the_names_of_a_mean_follow_the_hash_seed_and_those_of_a_last_step_stay(
    strategy: str | None, said: list[list[bytes]]
) -> None:
    given = [answers[list(TASKS).index(strategy)] for answers in said]
    assert (given[0] == given[1]) is (strategy == "final")
    answers = [messages.answer_from_json("multi_step", lines.from_line(line)) for line in given]
    assert not differs(CASES[strategy], *answers)
    if strategy == "final":
        result: Any = lines.from_line(given[0])["result"]
        assert list(result["rewards"]) == list(KEYS)


def test_the_names_of_a_step_in_a_job_do_not_follow_the_hash_seed(said: list[list[bytes]]) -> None:
    first, second = (answers[-1] for answers in said)
    assert first == second
    assert b"coverage" in first


@pytest.mark.slow
def test_what_is_put_off_is_the_real_one_once_it_is_used() -> None:
    program = (
        "import sys\nfrom oracle.multi_step import MultiStepAdapter\nMultiStepAdapter()\n"
        "from oracle.run import RunAdapter\nRunAdapter()\n"
        "from harbor.agents.installed import kimi_cli\n"
        "assert 'litellm' not in sys.modules\n"
        "own = kimi_cli.get_model_info('gpt-4o')\n"
        "from litellm.utils import get_model_info\n"
        "assert own == get_model_info('gpt-4o')\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
