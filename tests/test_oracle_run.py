"""The adapter of whole jobs adds nothing of its own; what harbor does is in the clauses of run."""

import json
import logging
import re
from pathlib import Path
from typing import Any, cast

import pytest

from conformance.operations import messages
from conformance.protocol.scenario import ScenarioStep
from conformance.protocol.values import Result, Value
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


def test_a_script_that_hangs_for_ever_is_an_error_of_the_scenario(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("oracle.run.LONGEST", 0.2)
    with pytest.raises(ScenarioError):
        answer_of({"test": {"hangs": True}})


def test_two_tasks_in_one_folder_are_an_error_of_the_scenario() -> None:
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
