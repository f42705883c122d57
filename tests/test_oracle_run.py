"""What harbor does with whole jobs, as scenarios show it."""

import json
import logging
import re
from pathlib import Path
from typing import cast

import pytest

from conformance.operations import messages
from conformance.protocol.scenario import STAGES, Act, Script, Session, Task
from conformance.protocol.values import Result, Value
from oracle.run import RunAdapter
from oracle.run_layout import ScenarioError

SCRIPTED: dict[str, Value] = {"agents": [{"import_path": "oracle.scripted:ScriptedAgent"}]}
ONE: Act = {"leaves": {"reward.txt": b"1"}}
HALF: Act = {"leaves": {"reward.txt": b"0.5"}}
INTERRUPT: Act = {"interrupts": True}


class Told:
    """An answer of ``run``, with what the facts here are about close at hand."""

    def __init__(self, answer: Value) -> None:
        """Take what the adapter answered."""
        self.answer = cast("dict[str, dict[str, dict[str, Value]]]", answer)

    @property
    def sessions(self) -> list[str | None]:
        """What ended each run."""
        return cast("list[str | None]", self.answer["sessions"])

    @property
    def stats(self) -> dict[str, Value]:
        """The job's statistics."""
        return self.answer["job"]["stats"]

    def group(self, key: str = "nop__adhoc") -> dict[str, Value]:
        """Return the statistics of one agent and dataset."""
        return cast("dict[str, dict[str, Value]]", self.stats["evals"])[key]

    def rewards(self, trial: str = "a__attempt-1") -> Value:
        """Return the rewards of a trial."""
        result = self.answer["trials"][trial]["verifier_result"]
        return result["rewards"] if isinstance(result, dict) else result

    def exception(self, trial: str = "a__attempt-1") -> str | None:
        """Return the type of the exception of a trial."""
        info = self.answer["trials"][trial]["exception_info"]
        return str(info["exception_type"]) if isinstance(info, dict) else None

    def steps(self) -> list[tuple[Value, str | None]]:
        """Return the rewards and the exception of each step of the first trial."""
        steps_ = cast("list[Value]", self.answer["trials"]["a__attempt-1"]["step_results"])
        return [
            (
                _member(_member(step, "verifier_result"), "rewards"),
                cast("str | None", _member(_member(step, "exception_info"), "exception_type")),
            )
            for step in steps_
        ]


def _member(holder: Value, name: str) -> Value:
    return holder[name] if isinstance(holder, dict) else None


def run(*attempts: list[Script], config: str = "", **members: object) -> Told:
    """Run a job of one task ``a`` with these tries of its attempts, one trial at a time."""
    task: Task = {"name": "a", "config": config, "attempts": list(attempts)}
    task |= cast("Task", members.pop("task", {}))
    job = {"n_attempts": max(len(attempts), 1), "n_concurrent_trials": 1}
    scenario = {"tasks": [task], "job": {**job, **cast("dict[str, Value]", members.pop("job", {}))}}
    return Told(RunAdapter()(cast("dict[str, Value]", {**scenario, **members})))


def one(**acts: Act) -> list[Script]:
    """Return the only try of an attempt."""
    return [cast("Script", acts)]


def test_what_is_read_back_is_neither_time_nor_id_nor_path() -> None:
    told = run(one(test=ONE))
    text = json.dumps(told.answer)
    assert not re.search(r"\d{4}-\d\d-\d\dT|[0-9a-f]{8}-[0-9a-f]{4}-|/dev/shm|/tmp", text)
    assert told.rewards() == {"reward": 1.0}
    assert told.answer["trials"]["a__attempt-1"]["verifier"] == {}


@pytest.mark.parametrize(
    ("stage", "mounted", "exception", "rewards"),
    [
        ("start", True, "ValueError", None),
        ("setup", True, "ValueError", None),
        ("agent", True, "ValueError", None),
        ("upload", True, "AddTestsDirError", None),
        ("test", True, "ValueError", None),
        ("download", True, None, {"reward": 1.0}),
        ("download", False, "DownloadVerifierDirError", None),
        ("stop", True, "ValueError", {"reward": 1.0}),
    ],
)
def test_an_exception_is_recorded_by_the_stage_that_it_comes_from(
    stage: str,
    mounted: bool,  # noqa: FBT001 - a parameter of pytest's
    exception: str | None,
    rewards: Value,
) -> None:
    act: Act = {**(ONE if stage == "test" else {}), "raises": "ValueError"}
    acts: dict[str, Act] = {"test": ONE, stage: act}
    told = run(one(**acts), job=SCRIPTED, task={"mounted": mounted})
    assert (told.exception(), told.rewards()) == (exception, rewards)


def test_an_agent_that_exits_with_an_error_is_verified_all_the_same() -> None:
    told = run(one(agent={"raises": "NonZeroAgentExitCodeError"}, test=ONE), job=SCRIPTED)
    assert (told.exception(), told.rewards()) == ("NonZeroAgentExitCodeError", {"reward": 1.0})
    assert (told.group()["n_trials"], told.group()["n_errors"]) == (1, 1)


@pytest.mark.parametrize(
    ("config", "exception", "rewards"),
    [
        ("[agent]\ntimeout_sec = 0.0\n", "AgentTimeoutError", {"reward": 1.0}),
        ("[verifier]\ntimeout_sec = 0.0\n", "VerifierTimeoutError", None),
        ("[environment]\nbuild_timeout_sec = 0.0\n", "EnvironmentStartTimeoutError", None),
    ],
)
def test_only_a_timeout_of_the_agent_leaves_a_reward(
    config: str, exception: str, rewards: Value
) -> None:
    told = run(one(test=ONE), config=config)
    assert (told.exception(), told.rewards()) == (exception, rewards)


def test_a_reward_left_before_the_verifier_times_out_is_not_read() -> None:
    told = run(one(test={**ONE, "hangs": True}), config="[verifier]\ntimeout_sec = 0.02\n")
    assert (told.exception(), told.rewards()) == ("VerifierTimeoutError", None)


def test_the_exit_code_of_the_test_script_does_not_matter() -> None:
    assert run(one(test={**ONE, "exit": 1})).rewards() == {"reward": 1.0}


def test_a_failed_try_leaves_nothing_but_the_count_of_retries() -> None:
    told = run(
        [{"test": {"raises": "ApiError"}}, {"test": HALF}], job={"retry": {"max_retries": 2}}
    )
    assert (told.exception(), told.rewards()) == (None, {"reward": 0.5})
    assert (told.stats["n_retries"], told.stats["n_completed_trials"]) == (1, 1)
    assert told.group()["exception_stats"] == {}


def test_a_missing_reward_is_not_tried_again_unless_that_is_asked_for() -> None:
    tries: list[Script] = [{"test": {}}, {"test": ONE}]
    assert run(tries, job={"retry": {"max_retries": 1}}).exception() == "RewardFileNotFoundError"
    asked: Value = {"max_retries": 1, "exclude_exceptions": []}
    assert run(tries, job={"retry": asked}).rewards() == {"reward": 1.0}


def test_the_errors_that_are_tried_again_can_be_named_but_exclusion_wins() -> None:
    tries: list[Script] = [{"test": {"raises": "ApiError"}}, {"test": ONE}]
    for included, excluded, again in (
        (["ApiError"], [], True),
        (["ValueError"], [], False),
        (["ApiError"], ["ApiError"], False),
        ([], [], True),
    ):
        retry: Value = {
            "max_retries": 1,
            "include_exceptions": cast("Value", included),
            "exclude_exceptions": cast("Value", excluded),
        }
        assert (run(tries, job={"retry": retry}).exception() is None) is again


@pytest.mark.parametrize("stage", ["start", "agent", "upload"])
def test_a_reward_file_from_before_the_test_counts_as_the_reward(stage: str) -> None:
    acts: dict[str, Act] = {stage: ONE, "test": {}}
    assert run(one(**acts), job=SCRIPTED).rewards() == {"reward": 1.0}


def test_a_stale_object_wins_over_the_text_that_the_test_leaves() -> None:
    stale: Act = {"leaves": {"reward.json": b'{"reward": 0.25}'}}
    assert run(one(start=stale, test=ONE)).rewards() == {"reward": 0.25}


def test_an_environment_of_the_verifiers_own_starts_without_stale_files() -> None:
    separate = '[verifier]\nenvironment_mode = "separate"\n'
    told = run(one(start=ONE, test={}), config=separate)
    assert told.exception() == "RewardFileNotFoundError"
    left_later = run(one(verifier_start=ONE, test={}), config=separate)
    assert left_later.exception() == "RewardFileNotFoundError"


def test_a_verifier_environment_that_does_not_stop_is_no_error() -> None:
    told = run(
        one(verifier_stop={"raises": "ValueError"}, test=ONE), config="[verifier.environment]\n"
    )
    assert (told.exception(), told.rewards()) == (None, {"reward": 1.0})


STEPS = '[[steps]]\nname = "one"\n{}\n[[steps]]\nname = "two"\n'
FILES: dict[str, str | None] = {"steps/one/instruction.md": "", "steps/two/instruction.md": ""}


def steps(*scripts: Script, first: str = "", before: str = "", **members: object) -> Told:
    """Run a job of one trial with two steps."""
    config = before + STEPS.format(first)
    return run([{"steps": list(scripts)}], config=config, task={"files": FILES}, **members)


def test_a_reward_of_one_step_is_not_taken_for_that_of_the_next() -> None:
    told = steps({"test": ONE}, {"test": {}})
    assert told.steps() == [({"reward": 1.0}, None), (None, "RewardFileNotFoundError")]
    assert (told.rewards(), told.exception()) == ({"reward": 1.0}, None)


def test_an_exception_of_a_step_is_not_one_of_its_trial_and_is_not_tried_again() -> None:
    told = steps({"test": {"raises": "ApiError"}}, {"test": ONE}, job={"retry": {"max_retries": 1}})
    assert told.steps() == [(None, "ApiError")]
    assert (told.exception(), told.rewards()) == (None, None)
    assert (told.stats["n_errored_trials"], told.stats["n_retries"]) == (0, 0)


def test_a_step_below_its_threshold_is_the_last_one() -> None:
    told = steps({"test": HALF}, {"test": ONE}, first="min_reward = 0.6")
    assert told.steps() == [({"reward": 0.5}, None)]
    strategy = 'multi_step_reward_strategy = "final"\n'
    told = steps({"test": HALF}, {"test": ONE}, first="min_reward = 0.5", before=strategy)
    assert told.rewards() == {"reward": 1.0}


def test_without_verification_a_trial_has_no_reward_and_counts_as_zero() -> None:
    told = run(one(test=ONE), job={"verifier": {"disable": True}})
    assert (told.rewards(), told.exception()) == (None, None)
    assert told.group()["metrics"] == [{"mean": 0.0}]
    assert told.group()["n_trials"] == 0


def test_the_verifiers_variables_come_from_the_task_the_job_and_the_host() -> None:
    act: Act = {"variables": {"reward.txt": "SECRET"}}
    config = '[verifier.env]\nSECRET = "${HOST:-0.25}"\n'
    assert run(one(test=act), config=config).rewards() == {"reward": 0.25}
    assert run(one(test=act), config=config, host={"HOST": "0.75"}).rewards() == {"reward": 0.75}
    job: dict[str, Value] = {"verifier": {"env": {"SECRET": "2"}}}
    assert run(one(test=act), config=config, job=job).rewards() == {"reward": 2.0}


def test_a_cancelled_trial_has_a_result_and_is_not_tried_again_by_a_resumed_job() -> None:
    told = run(one(test=ONE), [{"test": INTERRUPT}, {"test": ONE}], one(test=HALF))
    assert told.sessions == ["CancelledError"]
    assert (told.stats["n_completed_trials"], told.stats["n_pending_trials"]) == (2, 1)
    told = run(one(test=ONE), [{"test": INTERRUPT}, {"test": ONE}], one(test=HALF), resume=[{}])
    assert told.sessions == ["CancelledError", None]
    assert told.exception("a__attempt-2") == "CancelledError"
    assert told.rewards("a__attempt-3") == {"reward": 0.5}
    assert told.stats["n_cancelled_trials"] == 1


def resumed(**changes: object) -> Told:
    """Interrupt a job at the second of its three attempts, change its folder, and resume it."""
    attempts = one(test=ONE), [{"test": INTERRUPT}, {"test": ONE}], one(test=HALF)
    return run(*cast("list[list[Script]]", attempts), resume=[cast("Session", changes)])


def test_an_attempt_whose_result_is_gone_is_made_anew() -> None:
    told = resumed(remove=["job/a__attempt-2/result.json"])
    assert told.rewards("a__attempt-2") == {"reward": 1.0}
    assert list(told.answer["trials"]) == [f"a__attempt-{k}" for k in (1, 2, 3)]


def test_a_resumed_job_removes_folders_that_hold_no_result() -> None:
    assert "other" not in resumed(write={"job/other/note.txt": b"x"}).answer["trials"]


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"truncate": {"job/a__attempt-1/result.json": 40}}, "ValidationError"),
        ({"truncate": {"job/result.json": 0}}, "ValidationError"),
        ({"remove": ["job/a__attempt-1/config.json"]}, "FileNotFoundError"),
        ({"write": {"job/other/result.json": b"{}"}}, "FileNotFoundError"),
        ({"truncate": {"job/lock.json": 10}}, "ValueError"),
        ({"write": {"tasks/a/instruction.md": b"new"}}, "FileExistsError"),
        ({"job": {"n_attempts": 4}}, "FileExistsError"),
        ({"remove": ["job/config.json"]}, None),
        ({"remove": ["job/lock.json"]}, None),
        ({"job": {"debug": True}}, None),
    ],
)
def test_what_keeps_a_job_from_being_resumed(changes: dict[str, Value], error: str | None) -> None:
    if error is None:
        assert resumed(**changes).sessions == ["CancelledError", None]
    else:
        with pytest.raises(Exception) as raised:  # noqa: PT011 - of the name that follows
            resumed(**changes)
        assert type(raised.value).__name__ == error


def test_rewards_that_are_nan_are_written_as_null_and_cannot_be_resumed_from() -> None:
    nan: Act = {"leaves": {"reward.txt": b"nan"}}
    assert run(one(test=nan)).rewards() == {"reward": None}
    with pytest.raises(Exception, match="validation error"):
        run(one(test=nan), [{"test": INTERRUPT}], resume=[{}])


def test_nans_of_objects_are_listed_together_and_those_of_texts_apart() -> None:
    text: Act = {"leaves": {"reward.txt": b"nan"}}
    parsed: Act = {"leaves": {"reward.json": b'{"reward": NaN}'}}
    names = ["a__attempt-1", "a__attempt-2"]
    apart = run(one(test=text), one(test=text)).group()["reward_stats"]
    assert apart == {"reward": {"nan": names[:1], "nan#2": names[1:]}}
    together = run(one(test=parsed), one(test=parsed)).group()["reward_stats"]
    assert together == {"reward": {"nan": names}}


@pytest.mark.parametrize(
    ("task", "error"),
    [
        ({"source": "no dataset of the job"}, "IndexError"),
        ({"config": "[environment]\ngpus = 1\n"}, "RuntimeError"),
        ({"config": '[environment]\nnetwork_mode = "no-network"\n'}, "ValueError"),
        ({"config": "not toml"}, "TOMLDecodeError"),
        ({"files": {"tests/test.sh": None}}, "FileNotFoundError"),
        (
            {"attempts": [[{"test": {"leaves": {"reward.json": b'{"x": 1' + b"0" * 400 + b"}"}}}]]},
            "OverflowError",
        ),
    ],
)
def test_one_task_can_end_a_whole_job(task: Task, error: str) -> None:
    with pytest.raises(Exception) as raised:  # noqa: PT011 - of the name that follows
        run(one(test=ONE), task=task)
    assert type(raised.value).__name__ == error


def test_a_dataset_that_is_listed_twice_has_its_metrics_twice() -> None:
    dataset: Value = {"path": "{folder}/datasets/d"}
    job: dict[str, Value] = {"datasets": [dataset, dataset]}
    mean: Value = {"mean": 1.0}
    told = run(task={"dataset": "d"}, job={**job, "metrics": [{"type": "mean"}]})
    assert told.group("nop__d")["metrics"] == [mean, mean]
    assert run(task={"dataset": "d"}, job=job).group("nop__d")["metrics"] == [mean]


def test_every_stage_can_be_given_an_act() -> None:
    script = cast("Script", {stage: {"turn": 1} for stage in STAGES})
    separate = '[verifier]\nenvironment_mode = "separate"\n'
    assert run([script], config=separate, job=SCRIPTED).exception() == "RewardFileNotFoundError"


def test_nothing_is_printed_and_nothing_is_left_behind(
    capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    loggers = set(logging.root.manager.loggerDict)
    RunAdapter(str(tmp_path))({"tasks": [{"name": "a"}], "job": {"quiet": False, "debug": True}})
    assert capfd.readouterr() == ("", "")
    assert list(tmp_path.iterdir()) == []
    assert not [
        name for name in set(logging.root.manager.loggerDict) - loggers if "attempt" in name
    ]


def test_a_script_that_hangs_for_ever_is_an_error_of_the_scenario(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("oracle.run.LONGEST", 0.2)
    with pytest.raises(ScenarioError):
        run(one(test={"hangs": True}))


def test_two_tasks_in_one_folder_are_an_error_of_the_scenario() -> None:
    with pytest.raises(ScenarioError):
        RunAdapter()({"tasks": [{"name": "a"}, {"name": "a"}]})


def test_the_example_in_the_documentation_runs_as_it_says() -> None:
    page = (Path(__file__).parents[1] / "docs" / "run.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```json\n(.*?)```", page, re.DOTALL)
    case = messages.case_from_json("run", json.loads(example))
    told = Told(RunAdapter()(case.input))
    assert told.sessions == ["CancelledError", None]
    assert (told.rewards(), told.rewards("a__attempt-2")) == ({"reward": 0.5}, {"reward": 1.0})
    assert told.group()["metrics"] == [{"sum": 1.5}]
    encoded = messages.answer_to_json("run", Result(told.answer))  # type: ignore[arg-type]
    assert messages.answer_from_json("run", json.loads(json.dumps(encoded))) == Result(told.answer)  # type: ignore[arg-type]
