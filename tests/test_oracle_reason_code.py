"""The reasons that are asked about are harbor's own, and lowering them depends on nothing."""

import asyncio
import inspect
import re
import sys
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

from conformance import corpus
from conformance.clauses import CATALOGUE
from conformance.model import Case, Result
from conformance.plan import checks
from conformance.strategies import reason_code_messages as messages
from oracle.environment import ReplayEnvironment
from oracle.reason_code import ReasonCodeDoor
from oracle.verifier import lay_out_task

FILES: dict[str, dict[str, bytes]] = {
    messages.NOT_FOUND: {},
    messages.EMPTY[0]: {"reward.txt": b""},
    messages.EMPTY[1]: {"reward.json": b""},
    messages.PARSE[0]: {"reward.txt": b"pass"},
    messages.PARSE[1]: {"reward.json": b"{"},
}
"""What a test script leaves behind for harbor to raise each message."""

WORDS = ("reward", "missing", "empty", "parse", "malformed")
UNDECIDED = ("harbor_result_missing", "harbor_result_malformed")


@pytest.fixture
def task(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Task:
    """Return a task; the current folder is one in which trials may be laid out."""
    monkeypatch.chdir(tmp_path)
    return Task(lay_out_task(tmp_path / "task"))


def message_of(task: Task, trial_folder: Path, files: dict[str, bytes]) -> str:
    """Return the message that harbor raises in a trial whose test script leaves these files."""
    paths = TrialPaths(trial_folder)
    paths.mkdir()
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


def test_the_random_ends_of_trial_names_are_such_as_harbor_draws() -> None:
    for suffix in messages.SUFFIXES:
        assert len(suffix) == 7
        assert set(suffix) <= set(shortuuid.get_alphabet())


@pytest.mark.parametrize("name", messages.CUT_TASKS)
def test_a_cut_name_has_lost_its_word(name: str) -> None:
    assert any(word in name for word in WORDS)
    assert not any(word in messages.trial_name(name, "aB3dE7g") for word in WORDS)


@pytest.mark.parametrize("name", messages.NAMES)
def test_pydantic_says_that_of_rewards_that_are_no_numbers(name: str, task: Task) -> None:
    contents = {
        messages.of_null: f'{{"{name}": null}}',
        messages.of_text: f'{{"{name}": "x"}}',
        messages.of_list: f'["{name}"]',
    }
    assert tuple(contents) == messages.MESSAGES
    for message, content in contents.items():
        raised = message_of(task, Path("trials/t"), {"reward.json": content.encode()})
        assert re.sub(r"pydantic\.dev/[0-9.]+/", "pydantic.dev/2/", raised) == message(name)


def test_messages_that_name_no_file_stand_in_harbor() -> None:
    sources = "".join(map(inspect.getsource, (verifier, single_step, trial)))
    for message in messages.OTHERS:
        assert re.sub(r" [0-9.]+ seconds", "", message) in sources


@pytest.mark.parametrize("name", messages.CLASSES[:6])
def test_the_names_of_exceptions_are_harbors(name: str) -> None:
    assert any(inspect.isclass(getattr(module, name, None)) for module in (verifier, errors))


def test_no_character_beyond_ascii_has_a_small_form_that_completes_a_word() -> None:
    beyond_ascii = map(chr, range(0x80, sys.maxunicode + 1))
    lowered = {letter: letter.lower() for letter in beyond_ascii}
    with_ascii = {k: v for k, v in lowered.items() if any(part.isascii() for part in v)}
    assert with_ascii == {"\u0130": "i\u0307", "\u212a": "k"}
    assert not any("k" in word or word.endswith("i") for word in WORDS)


def lower_ascii(text: str) -> str:
    """Return the text with ASCII capitals lowered and all else as it was."""
    return re.sub("[A-Z]", lambda capital: capital[0].lower(), text)


def test_lowering_ascii_letters_alone_gives_the_same_codes_and_nothing_undecided_is_asked() -> None:
    door = ReasonCodeDoor()

    @settings(max_examples=2000, deadline=None, database=None)
    @given(st.one_of([check.cases for check in checks(["reason_code"])]))
    def ask(case: Case) -> None:
        reason = case.input["reason"]
        lowered = lower_ascii(reason) if isinstance(reason, str) else None
        assert door(case.input) == door({"reason": lowered})
        assert reason not in UNDECIDED

    ask()
    recorded = [r.case.input["reason"] for r in corpus.load() if r.case.operation == "reason_code"]
    assert not set(recorded).intersection(UNDECIDED)


def test_the_errata_on_the_texts_table_are_about_messages_that_harbor_raises(task: Task) -> None:
    raised = {
        message_of(task, Path(folder), files)
        for files in FILES.values()
        for folder in ("t", "missing-values__aB3dE7g", "empty-trash__aB3dE7g", "parse-csv__aB3dE7g")
    }
    errata = [
        clause.erratum
        for clause in CATALOGUE.values()
        if clause.operation == "reason_code"
        and clause.erratum
        and "reward.txt" in str(clause.erratum.case.input["reason"])
    ]
    assert len(errata) == 4
    for erratum in errata:
        assert erratum.case.input["reason"] in raised
        assert isinstance(erratum.text_answer, Result)
