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
from once import made_once

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


def test_what_is_read_back_is_neither_time_nor_id_nor_path() -> None:
    answer = answer_of({"test": {"leaves": {"reward.txt": b"1"}}})
    text = json.dumps(answer)
    assert not re.search(r"\d{4}-\d\d-\d\dT|[0-9a-f]{8}-[0-9a-f]{4}-|/dev/shm|/tmp", text)
    (trial,) = answer["trials"].values()
    assert (trial["verifier_result"], trial["verifier"]) == ({"rewards": {"reward": 1.0}}, {})


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


SEEDS = ("1", "2")
KEYS = ("correctness", "speed", "style", "tests", "coverage", "size")
STEPS: list[Value] = [{"rewards": {name: 0.1 * i for i, name in enumerate(KEYS)}}] * 3
CASES = {s: Case("multi_step", {"strategy": s, "steps": STEPS}) for s in TASKS}
REQUESTS = b"".join(
    lines.to_line({"id": 1, "op": "multi_step", "input": messages.input_to_json(case)})
    for case in CASES.values()
)
JOB_AND_ORACLE = """
import json, runpy, sys
from pathlib import Path
from oracle.run import Play
step = {"test": {"leaves": {"reward.json": b'{"a": 1, "b": 1, "c": 1, "d": 1, "e": 1}'}}}
task = {
    "name": "a",
    "config": '[[steps]]\\nname = "one"\\n',
    "files": {"steps/one/instruction.md": ""},
    "attempts": [[{"steps": [step]}]],
}
folder = Path(sys.argv.pop()).resolve()
answer = Play({"tasks": [task]}, folder).answer()
(result,) = folder.glob("job/*/result.json")
written = json.loads(result.read_text())["verifier_result"]["rewards"]
print(json.dumps({"written": list(written), "answer": answer}), flush=True)
runpy.run_module("oracle", run_name="__main__")
"""
"""Runs a job of one step, then serves the oracle."""


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> list[list[bytes]]:
    """What processes of harbor that differ in their hash seed print: a job, and each strategy."""
    folder = made_once(tmp_path_factory, "hash-seeds", run_with_each_seed)
    return [(folder / seed / "printed").read_bytes().splitlines() for seed in SEEDS]


def run_with_each_seed(folder: Path) -> None:
    for seed in SEEDS:
        (folder / seed).mkdir()
        argv = [sys.executable, "-c", JOB_AND_ORACLE, str(folder / seed)]
        around = {**os.environ, "PYTHONHASHSEED": seed}
        completed = subprocess.run(
            argv, input=REQUESTS, check=True, capture_output=True, env=around
        )
        (folder / seed / "printed").write_bytes(completed.stdout)


@pytest.mark.slow
def test_the_names_of_a_step_in_a_job_follow_the_hash_seed_and_are_left_out(
    printed: list[list[bytes]],
) -> None:
    first, second = (json.loads(job) for job, *_ in printed)
    assert sorted(first["written"]) == sorted(second["written"])
    assert first["written"] != second["written"]
    assert json.dumps(first["answer"]) == json.dumps(second["answer"])


@pytest.mark.parametrize("strategy", TASKS)
def test_the_names_of_a_mean_follow_the_hash_seed_and_those_of_a_last_step_stay(
    strategy: str | None, printed: list[list[bytes]]
) -> None:
    said = [answers[list(TASKS).index(strategy)] for _, *answers in printed]
    if strategy == "final":
        for line in said:
            result: Any = lines.from_line(line)["result"]
            assert list(result["rewards"]) == list(KEYS)
    else:
        assert said[0] != said[1]
        answers = [messages.answer_from_json("multi_step", lines.from_line(line)) for line in said]
        assert not differs(CASES[strategy], *answers)


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
