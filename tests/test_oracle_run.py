"""What harbor does with whole jobs, as scenarios show it."""

import json
import logging
import re
from pathlib import Path
from typing import Any, cast

import pytest

from conformance.operations import messages
from conformance.protocol.scenario import Act, ScenarioStep, Script, Session, Task
from conformance.protocol.values import Result, Value
from oracle.run import RunAdapter
from oracle.run_layout import ScenarioError

SCRIPTED: dict[str, Value] = {"agents": [{"import_path": "oracle.scripted:ScriptedAgent"}]}
ONE: Act = {"leaves": {"reward.txt": b"1"}}
HALF: Act = {"leaves": {"reward.txt": b"0.5"}}
NAN: Act = {"leaves": {"reward.txt": b"nan"}}
PARSED_NAN: Act = {"leaves": {"reward.json": b'{"reward": NaN}'}}
INTERRUPT: Act = {"interrupts": True}
FIRST, SECOND, THIRD = (f"a__attempt-{k}" for k in (1, 2, 3))
NOT_FOUND = "RewardFileNotFoundError"


def answer_of(*attempts: list[Script], config: str = "", **members: object) -> dict[str, Any]:
    """Run a job of one task ``a`` with these tries of its attempts, one trial at a time."""
    task: Task = {"name": "a", "config": config, "attempts": list(attempts)}
    task |= cast("Task", members.pop("task", {}))
    job = {"n_attempts": max(len(attempts), 1), "n_concurrent_trials": 1}
    scenario = {"tasks": [task], "job": {**job, **cast("dict[str, Value]", members.pop("job", {}))}}
    return cast("dict[str, Any]", RunAdapter()(cast("dict[str, Value]", {**scenario, **members})))


def one(**acts: Act) -> list[Script]:
    """Return the only try of an attempt."""
    return [cast("Script", acts)]


def rewards_of(holder: dict[str, Any]) -> Value:
    return (holder["verifier_result"] or {}).get("rewards")


def exception_of(holder: dict[str, Any]) -> Value:
    return (holder["exception_info"] or {}).get("exception_type")


def seen(answer: dict[str, Any]) -> dict[str, object]:
    """Return the statistics of a job and of its group, and what became of its trials.

    ``exception`` and ``rewards`` are those of the first trial, ``steps`` those of its steps.
    """
    trials, stats = answer["trials"], answer["job"]["stats"]
    first = next(iter(trials.values()))
    (group,) = stats["evals"].values()
    return {
        **stats,
        **group,
        "sessions": answer["sessions"],
        "trials": {
            name: (exception_of(trial), rewards_of(trial)) for name, trial in trials.items()
        },
        "exception": exception_of(first),
        "rewards": rewards_of(first),
        "steps": [(rewards_of(s), exception_of(s)) for s in first["step_results"] or []],
    }


def row(says: str, *attempts: list[Script], **members: Any) -> Any:  # noqa: ANN401 - pytest's own
    """Return what harbor does, the attempts of a job and other members, and what is ``seen``."""
    given = {n: members.pop(n) for n in ("config", "task", "job", "host", "resume") if n in members}
    return pytest.param(attempts, given, members, id=says)


def steps(says: str, *scripts: Script, first: str = "", config: str = "", **members: Any) -> Any:  # noqa: ANN401 - as above
    """Return a row whose only trial has two steps."""
    config += f'[[steps]]\nname = "one"\n{first}\n[[steps]]\nname = "two"\n'
    files = {"steps/one/instruction.md": "", "steps/two/instruction.md": ""}
    return row(says, [{"steps": list(scripts)}], config=config, task={"files": files}, **members)


API_ERROR: Act = {"raises": "ApiError"}
AGAIN: list[Script] = [{"test": API_ERROR}, {"test": ONE}]
RETRY: dict[str, Value] = {"retry": {"max_retries": 1}}
WITHOUT_FILE: list[Script] = [{"test": {}}, {"test": ONE}]
SEPARATE = '[verifier]\nenvironment_mode = "separate"\n'
FINAL = 'multi_step_reward_strategy = "final"\n'
SECRET: Act = {"variables": {"reward.txt": "SECRET"}}
FROM_HOST = '[verifier.env]\nSECRET = "${HOST:-0.25}"\n'
INTERRUPTED = (one(test=ONE), [{"test": INTERRUPT}, {"test": ONE}], one(test=HALF))
DATASET: Value = {"path": "{folder}/datasets/d"}
REWARDED = {"reward": 1.0}

JOBS = [
    # The stage that an exception comes from.
    *(row(f"a ValueError in {stage}, mounted {mounted}", one(**{"test": ONE, stage: act}),
          job=SCRIPTED, task={"mounted": mounted}, exception=exception, rewards=rewards)
      for stage, mounted, exception, rewards in [
        ("start", True, "ValueError", None), ("setup", True, "ValueError", None),
        ("agent", True, "ValueError", None), ("upload", True, "AddTestsDirError", None),
        ("test", True, "ValueError", None), ("download", True, None, REWARDED),
        ("download", False, "DownloadVerifierDirError", None),
        ("stop", True, "ValueError", REWARDED)]
      for act in [{**(ONE if stage == "test" else {}), "raises": "ValueError"}]),
    row("an agent that exits with an error is verified all the same",
        one(agent={"raises": "NonZeroAgentExitCodeError"}, test=ONE), job=SCRIPTED,
        exception="NonZeroAgentExitCodeError", rewards=REWARDED, n_trials=1, n_errors=1),
    *(row(f"only a timeout of the agent leaves a reward: {config!r}", one(test=ONE),
          config=config, exception=exception, rewards=rewards)
      for config, exception, rewards in [
        ("[agent]\ntimeout_sec = 0.0\n", "AgentTimeoutError", REWARDED),
        ("[verifier]\ntimeout_sec = 0.0\n", "VerifierTimeoutError", None),
        ("[environment]\nbuild_timeout_sec = 0.0\n", "EnvironmentStartTimeoutError", None)]),
    row("a reward left before the verifier times out is not read",
        one(test={**ONE, "hangs": True}), config="[verifier]\ntimeout_sec = 0.02\n",
        exception="VerifierTimeoutError", rewards=None),
    row("the exit code of the test script does not matter", one(test={**ONE, "exit": 1}),
        rewards=REWARDED),
    row("every stage can be given an act",
        one(**{stage: {"turn": 1} for stage in ScenarioStep.__annotations__}),
        config=SEPARATE, job=SCRIPTED, exception=NOT_FOUND),
    # Tries.
    row("a failed try leaves nothing but the count of retries",
        [{"test": API_ERROR}, {"test": HALF}], job={"retry": {"max_retries": 2}},
        exception=None, rewards={"reward": 0.5}, n_retries=1, n_completed_trials=1,
        exception_stats={}),
    row("a missing reward is not tried again", WITHOUT_FILE, job=RETRY, exception=NOT_FOUND),
    row("a missing reward is tried again if the job says so", WITHOUT_FILE,
        job={"retry": {"max_retries": 1, "exclude_exceptions": []}}, rewards=REWARDED),
    *(row(f"errors tried again: {included}, but {excluded}", AGAIN,
          job={"retry": {"max_retries": 1, "include_exceptions": included,
                         "exclude_exceptions": excluded}}, exception=exception)
      for included, excluded, exception in [
        (["ApiError"], [], None), (["ValueError"], [], "ApiError"),
        (["ApiError"], ["ApiError"], "ApiError"), ([], [], None)]),
    # Files from before the test.
    *(row(f"a reward file left in {stage} counts as the reward", one(**{stage: ONE, "test": {}}),
          job=SCRIPTED, rewards=REWARDED) for stage in ("start", "agent", "upload")),
    row("a stale object wins over the text that the test leaves",
        one(start={"leaves": {"reward.json": b'{"reward": 0.25}'}}, test=ONE),
        rewards={"reward": 0.25}),
    *(row(f"an environment of the verifier's own starts without files of {stage}",
          one(**{stage: ONE, "test": {}}), config=SEPARATE, exception=NOT_FOUND)
      for stage in ("start", "verifier_start")),
    row("a verifier environment that does not stop is no error",
        one(verifier_stop={"raises": "ValueError"}, test=ONE), config="[verifier.environment]\n",
        exception=None, rewards=REWARDED),
    # Steps.
    steps("a reward of one step is not taken for that of the next", {"test": ONE}, {"test": {}},
          steps=[(REWARDED, None), (None, NOT_FOUND)], rewards=REWARDED, exception=None),
    steps("an exception of a step is not one of its trial and is not tried again",
          {"test": API_ERROR}, {"test": ONE}, job=RETRY,
          steps=[(None, "ApiError")], exception=None, rewards=None, n_errored_trials=0,
          n_retries=0),
    steps("a step below its threshold is the last one", {"test": HALF}, {"test": ONE},
          first="min_reward = 0.6", steps=[({"reward": 0.5}, None)]),
    steps("a step at its threshold is not the last one", {"test": HALF}, {"test": ONE},
          first="min_reward = 0.5", config=FINAL, rewards=REWARDED),
    # Settings.
    row("without verification a trial has no reward and counts as zero", one(test=ONE),
        job={"verifier": {"disable": True}},
        rewards=None, exception=None, metrics=[{"mean": 0.0}], n_trials=0),
    row("the verifier's variables come from the task", one(test=SECRET), config=FROM_HOST,
        rewards={"reward": 0.25}),
    row("the verifier's variables come from the host", one(test=SECRET), config=FROM_HOST,
        host={"HOST": "0.75"}, rewards={"reward": 0.75}),
    row("the verifier's variables come from the job", one(test=SECRET), config=FROM_HOST,
        job={"verifier": {"env": {"SECRET": "2"}}}, rewards={"reward": 2.0}),
    *(row(f"a dataset that is listed twice has its metrics twice: {metrics}",
          task={"dataset": "d"}, job={"datasets": [DATASET] * 2, **metrics}, metrics=computed)
      for metrics, computed in [
        ({"metrics": [{"type": "mean"}]}, [{"mean": 1.0}] * 2), ({}, [{"mean": 1.0}])]),
    # Rewards that are nan.
    row("nan is written as null", one(test=NAN), rewards={"reward": None}),
    row("nans of texts are listed apart", one(test=NAN), one(test=NAN),
        reward_stats={"reward": {"nan": [FIRST], "nan#2": [SECOND]}}),
    row("nans of objects are listed together", one(test=PARSED_NAN), one(test=PARSED_NAN),
        reward_stats={"reward": {"nan": [FIRST, SECOND]}}),
    # Jobs that are interrupted and resumed.
    row("a cancelled trial has a result", *INTERRUPTED,
        sessions=["CancelledError"], n_completed_trials=2, n_pending_trials=1),
    *(row(f"a resumed job after {changes}", *INTERRUPTED, resume=[changes],
          sessions=["CancelledError", None], n_cancelled_trials=cancelled,
          trials={FIRST: (None, REWARDED), SECOND: second, THIRD: (None, {"reward": 0.5})})
      for changes, cancelled, second in [
        ({}, 1, ("CancelledError", None)),
        ({"remove": ["job/a__attempt-2/result.json"]}, 0, (None, REWARDED)),
        ({"write": {"job/other/note.txt": b"x"}}, 1, ("CancelledError", None)),
        ({"remove": ["job/lock.json"]}, 1, ("CancelledError", None)),
        ({"job": {"debug": True}}, 1, ("CancelledError", None))]),
    row("a job without its config.json runs anew", *INTERRUPTED,
        resume=[{"remove": ["job/config.json"]}], sessions=["CancelledError", None]),
]  # fmt: skip


@pytest.mark.parametrize(("attempts", "given", "expected"), JOBS)
def test_a_job_ends_as_harbor_has_it(
    attempts: list[list[Script]], given: dict[str, Any], expected: dict[str, object]
) -> None:
    found = seen(answer_of(*attempts, **given))
    assert {what: found[what] for what in expected} == expected


HUGE: Act = {"leaves": {"reward.json": b'{"x": 1' + b"0" * 400 + b"}"}}
RAISING: list[tuple[Session | Task, str]] = [
    # What is done to the job's folder before it is resumed.
    ({"truncate": {"job/a__attempt-1/result.json": 40}}, "ValidationError"),
    ({"truncate": {"job/result.json": 0}}, "ValidationError"),
    ({"remove": ["job/a__attempt-1/config.json"]}, "FileNotFoundError"),
    ({"write": {"job/other/result.json": b"{}"}}, "FileNotFoundError"),
    ({"truncate": {"job/lock.json": 10}}, "ValueError"),
    ({"write": {"tasks/a/instruction.md": b"new"}}, "FileExistsError"),
    ({"job": {"n_attempts": 4}}, "FileExistsError"),
    # What one task has that ends the whole job.
    ({"name": "a", "source": "no dataset of the job"}, "IndexError"),
    ({"name": "a", "config": "[environment]\ngpus = 1\n"}, "RuntimeError"),
    ({"name": "a", "config": '[environment]\nnetwork_mode = "no-network"\n'}, "ValueError"),
    ({"name": "a", "config": "not toml"}, "TOMLDecodeError"),
    ({"name": "a", "files": {"tests/test.sh": None}}, "FileNotFoundError"),
    ({"name": "a", "attempts": [[{"test": HUGE}]]}, "OverflowError"),
]


@pytest.mark.parametrize(("changes", "error"), RAISING)
def test_what_ends_a_job_or_keeps_it_from_being_resumed(
    changes: dict[str, Value], error: str
) -> None:
    resumed = {"task": changes} if "name" in changes else {"resume": [changes]}
    with pytest.raises(Exception) as raised:  # noqa: PT011 - of the name that follows
        answer_of(*INTERRUPTED, **resumed)
    assert type(raised.value).__name__ == error


def test_a_job_with_a_nan_cannot_be_resumed() -> None:
    with pytest.raises(Exception, match="validation error"):
        answer_of(one(test=NAN), [{"test": INTERRUPT}], resume=[{}])


def test_what_is_read_back_is_neither_time_nor_id_nor_path() -> None:
    answer = answer_of(one(test=ONE))
    text = json.dumps(answer)
    assert not re.search(r"\d{4}-\d\d-\d\dT|[0-9a-f]{8}-[0-9a-f]{4}-|/dev/shm|/tmp", text)
    assert rewards_of(answer["trials"][FIRST]) == REWARDED
    assert answer["trials"][FIRST]["verifier"] == {}


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
        answer_of(one(test={"hangs": True}))


def test_two_tasks_in_one_folder_are_an_error_of_the_scenario() -> None:
    with pytest.raises(ScenarioError):
        RunAdapter()({"tasks": [{"name": "a"}, {"name": "a"}]})


def test_the_example_in_the_documentation_runs_as_it_says() -> None:
    page = (Path(__file__).parents[1] / "docs" / "run.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```json\n(.*?)```", page, re.DOTALL)
    case = messages.case_from_json("run", json.loads(example))
    answer = cast("dict[str, Any]", RunAdapter()(case.input))
    found = seen(answer)
    assert found["sessions"] == ["CancelledError", None]
    assert found["trials"] == {FIRST: (None, {"reward": 0.5}), SECOND: (None, REWARDED)}
    assert found["metrics"] == [{"sum": 1.5}]
    encoded = messages.answer_to_json("run", Result(answer))
    assert messages.answer_from_json("run", json.loads(json.dumps(encoded))) == Result(answer)
