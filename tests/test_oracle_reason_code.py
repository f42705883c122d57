"""The rules of reason_code by hand; the reasons asked are harbor's own, and no Unicode's matter."""

import asyncio
import inspect
import re
import unicodedata
from pathlib import Path

import pytest
import shortuuid
from harbor.models.task.task import Task
from harbor.models.trial.config import TaskConfig, TrialConfig
from harbor.models.trial.paths import TrialPaths
from harbor.trial import errors, single_step, trial
from harbor.verifier import verifier
from harbor.verifier.verifier import Verifier
from hypothesis import given, settings
from hypothesis import strategies as st

from conformance.examination import corpus
from conformance.examination.corpus import recorded_case
from conformance.operations.catalogue import checks
from conformance.operations.reason_code import messages
from conformance.operations.sources import errata_by_clause
from conformance.protocol.values import Case
from oracle.environment import ReplayEnvironment
from oracle.reason_code import ReasonCodeAdapter
from oracle.verifier import lay_out_task

FILES: dict[str, dict[str, bytes]] = {
    messages.NOT_FOUND: {},
    messages.EMPTY[0]: {"reward.txt": b""},
    messages.EMPTY[1]: {"reward.json": b""},
    messages.PARSE[0]: {"reward.txt": b"pass"},
    messages.PARSE[1]: {"reward.json": b"{"},
}
"""What a test script leaves behind for harbor to raise each message."""

BY_HAND = {
    " \t\x1f\u3000": None,
    " Harbor-Result\tPartial\n": "harbor_result_partial",
    "submission-code failure": "harbor_submission_code_failed",
    "canceled: error": "harbor_cancelled_error",
    "AGENTT\u0130MEOUT\u0301ERROR": "harbor_agent_timeout_error",
    "agent\xb2timeouterror": "agent\xb2timeouterror",
    "VerifierTimeoutError, EnvironmentStartTimeoutError": "harbor_environment_start_timeout_error",
    "lost the connection to a broker": "harbor_broker_connection_failed",
    "Connection-reset": "connection_reset",
    "Malformed reward, empty": "harbor_reward_empty",
    "unparsed reward of a submission's code": "harbor_reward_parse_error",
    "No reward file found at t/a-b/reward.txt": "no_reward_file_found_at_t/a_b/reward.txt",
    "-\u039f\u03a3 \n \ud800 ": "_\u03bf\u03c2_\ud800",
}
"""Codes that were worked out from the rules without running anything, besides recorded ones."""


@pytest.fixture
def task(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Task:
    """Return a task; the current folder is one in which trials may be laid out."""
    monkeypatch.chdir(tmp_path)
    return Task(lay_out_task(tmp_path / "task"))


def message_of(task: Task, trial_folder: Path, files: dict[str, bytes]) -> str:
    paths = TrialPaths(trial_folder)
    paths.mkdir()  # type: ignore[no-untyped-call] # harbor has no annotation there
    environment = ReplayEnvironment(task, paths)
    environment.files = files
    with pytest.raises(Exception, match=r".") as raised:
        asyncio.run(Verifier(task, paths, environment).verify())
    environment.clear()
    return str(raised.value)


@pytest.mark.parametrize("template", FILES)
def test_harbor_raises_each_message_with_the_path_of_the_trial(template: str, task: Task) -> None:
    for job in messages.JOBS:
        for name in (*messages.TASKS, *messages.CUT_TASKS):
            trial_name = messages.trial_name(name, "aB3dE7g")
            raised = message_of(task, Path(job) / trial_name, FILES[template])
            folder = messages.verifier_folder(job, name, "aB3dE7g")
            assert raised == template.format(folder=folder)


@pytest.mark.parametrize("name", [*messages.TASKS, *messages.CUT_TASKS])
def test_harbor_names_trials_that_way(name: str) -> None:
    named = TrialConfig(task=TaskConfig(path=Path("tasks") / name)).trial_name
    suffix = named.rpartition("__")[2]
    assert named == messages.trial_name(name, suffix)
    assert len(suffix) == 7
    assert set(suffix) <= set(shortuuid.get_alphabet())


@pytest.mark.parametrize("name", messages.KEYS)
def test_pydantic_says_that_of_rewards_that_are_no_numbers(name: str, task: Task) -> None:
    contents = (f'{{"{name}": null}}', f'{{"{name}": "x"}}', f'["{name}"]')
    for message, content in zip(messages.OF_PYDANTIC, contents, strict=True):
        raised = message_of(task, Path("trials/t"), {"reward.json": content.encode()})
        told = re.sub(r"pydantic\.dev/[0-9.]+/", "pydantic.dev/2/", raised)
        assert told == message.format(name=name)


def test_messages_that_name_no_file_and_the_names_of_exceptions_are_in_harbor() -> None:
    sources = "".join(map(inspect.getsource, (verifier, single_step, trial)))
    for message in messages.OTHERS:
        assert re.sub(r" [0-9.]+ seconds", "", message) in sources
    for name in messages.CLASSES[:6]:
        assert any(inspect.isclass(getattr(module, name, None)) for module in (verifier, errors))


@pytest.mark.parametrize("reason", BY_HAND)
def test_the_oracle_follows_the_rules(reason: str) -> None:
    assert ReasonCodeAdapter()({"reason": reason}) == {"reason_code": BY_HAND[reason]}


def asked() -> list[str]:
    """Return reasons of cases, generated and recorded."""
    reasons = [str(one.case.input["reason"]) for one in corpus.load("reason_code")]

    @settings(max_examples=2000, database=None, derandomize=True)
    @given(st.one_of([check.cases for check in checks(["reason_code"])]))
    def ask(case: Case) -> None:
        reasons.append(str(case.input["reason"]))

    ask()
    return reasons


def test_no_case_has_a_character_that_versions_of_unicode_treat_differently() -> None:
    # U+FFFF is no character in any version.
    characters = set("".join(asked())) - {"\uffff"}
    assert len(characters) > 200
    assert {c for c in characters if unicodedata.category(c) == "Cn"} == set()
    assert not characters & {"\u0295", "\U0001171e"}


def test_the_errata_on_the_texts_table_are_about_messages_that_harbor_raises(task: Task) -> None:
    raised = {
        message_of(task, Path(f"trials/{task_name}__aB3dE7g"), files)
        for files in FILES.values()
        for task_name in ("hello-world", "missing-values", "empty-trash", "parse-csv")
    }
    reasons = [
        recorded_case(erratum.case).input["reason"]
        for id_, erratum in errata_by_clause().items()
        if id_.startswith("reason_code.")
    ]
    about_files = [reason for reason in reasons if "verifier/reward." in str(reason)]
    assert len(about_files) == 4
    assert {*about_files} <= raised
