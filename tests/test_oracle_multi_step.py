"""The quick way to harbor's reward of several steps says what an ordinary trial says."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from amount import examples
from harbor.models.trial.config import AgentConfig, EnvironmentConfig, TaskConfig, TrialConfig
from harbor.trial.multi_step import MultiStepTrial
from harbor.trial.trial import Trial
from hypothesis import given, settings
from hypothesis import strategies as st

from conformance.comparison.agreement import Agreement
from conformance.operations import messages
from conformance.operations.catalogue import checks
from conformance.operations.comparing import compare
from conformance.protocol import lines
from conformance.protocol.values import Answer, Case, Failure, Result, Value
from conformance.recorded import corpus
from oracle.environment import ReplayEnvironment
from oracle.implementation import open_oracle
from oracle.multi_step import TASKS, described, step_results
from oracle.verifier import lay_out_task

type Trials = dict[Value, MultiStepTrial]


class StillEnvironment(ReplayEnvironment):
    """An environment that harbor's factory can make by its import path; it is never started."""

    def __init__(self, **made_with: Any) -> None:  # noqa: ANN401 - whatever harbor's factory passes
        """Take what harbor's factory passes, and lay out no files."""
        super(ReplayEnvironment, self).__init__(**made_with)


@pytest.fixture(scope="module")
def trials(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Trials]:
    """Trials of harbor's own making, one a strategy, from task folders and configurations."""
    made: Trials = {
        strategy: create(tmp_path_factory.mktemp("trial"), toml) for strategy, toml in TASKS.items()
    }
    yield made
    for trial in made.values():
        trial._close_logger_handler()  # noqa: SLF001 - what harbor does after a run


def create(folder: Path, toml: str) -> MultiStepTrial:
    """Have harbor create a trial of the task with this task.toml, ready for its steps."""
    task = lay_out_task(folder / "task")
    (task / "task.toml").write_text(toml)
    (task / "steps/step/tests").mkdir(parents=True)
    (task / "steps/step/instruction.md").write_text("")
    (task / "steps/step/tests/test.sh").write_text("")
    config = TrialConfig(
        task=TaskConfig(path=task),
        trials_dir=folder / "trials",
        agent=AgentConfig(name="nop"),
        environment=EnvironmentConfig(import_path=f"{__name__}:{StillEnvironment.__name__}"),
    )
    trial = asyncio.run(Trial.create(config))
    assert isinstance(trial, MultiStepTrial)
    trial._init_result()  # noqa: SLF001 - what run() does before the first step
    return trial


def ask_plainly(trials: Trials, case: Case) -> Answer:
    """Ask an ordinary trial that has come to the end of its steps."""
    trial = trials[case.input["strategy"]]
    trial.result.step_results = step_results(case.input["steps"])
    try:
        return Result(described(trial._select_multi_step_reward()))  # noqa: SLF001 - see the door
    except Exception as error:  # noqa: BLE001 - whatever harbor raises is its answer
        return Failure(type(error).__name__)


def test_every_recorded_case_has_the_same_answer_both_ways(trials: Trials) -> None:
    recorded = list(corpus.load("multi_step"))
    with open_oracle() as oracle:
        for entry in recorded:
            plain, quick = ask_plainly(trials, entry.case), oracle.answer(entry.case)
            assert compare(entry.case, plain, quick).agreement is Agreement.EXACT, entry.id
    assert len(recorded) >= 100


def test_generated_cases_have_the_same_answer_both_ways(trials: Trials) -> None:
    cases = st.one_of([check.cases for check in checks(["multi_step"])])
    with open_oracle() as oracle:

        @settings(max_examples=examples(1000, 10_000), deadline=None, database=None)
        @given(cases)
        def ask(case: Case) -> None:
            plain, quick = ask_plainly(trials, case), oracle.answer(case)
            assert compare(case, plain, quick).agreement is Agreement.EXACT

        ask()


def test_nothing_of_one_question_is_left_for_the_next() -> None:
    rewarded: list[Value] = [{"rewards": {"reward": 1}}]
    with open_oracle() as oracle:
        for strategy in TASKS:
            oracle.answer(Case("multi_step", {"strategy": strategy, "steps": rewarded}))
            nothing = Case("multi_step", {"strategy": strategy, "steps": []})
            assert oracle.answer(nothing) == Result(None)


NAMES = ("correctness", "speed", "style", "tests", "coverage", "size")
STEPS: list[Value] = [{"rewards": {name: 0.1 * i for i, name in enumerate(NAMES)}}] * 3
SEEDS = ("1", "2")


def case_of(strategy: str | None) -> Case:
    """Return the case of one strategy; the steps are always the same."""
    return Case("multi_step", {"strategy": strategy, "steps": STEPS})


@pytest.fixture(scope="module")
def responses() -> dict[str | None, list[bytes]]:
    """What processes of harbor that differ in their hash seed say to each strategy."""
    requests = b"".join(
        lines.to_line(
            {"id": 1, "op": "multi_step", "input": messages.input_to_json(case_of(strategy))}
        )
        for strategy in TASKS
    )
    written = [ask_with_hash_seed(seed, requests).splitlines() for seed in SEEDS]
    return dict(zip(TASKS, map(list, zip(*written, strict=True)), strict=True))


def ask_with_hash_seed(seed: str, requests: bytes) -> bytes:
    """Ask harbor in a process of its own whose hash seed is given."""
    command = [sys.executable, "-m", "oracle"]
    environment = {**os.environ, "PYTHONHASHSEED": seed}
    completed = subprocess.run(
        command, input=requests, check=True, capture_output=True, env=environment
    )
    return completed.stdout


@pytest.mark.parametrize("strategy", ["mean", None])
def test_the_names_of_a_mean_come_in_an_order_that_follows_the_hash_seed(
    strategy: str | None, responses: dict[str | None, list[bytes]]
) -> None:
    first, second = responses[strategy]
    assert first != second
    answers = [
        messages.answer_from_json("multi_step", lines.from_line(line)) for line in (first, second)
    ]
    assert compare(case_of(strategy), *answers).agreement is Agreement.EXACT


def test_the_names_of_a_last_step_stay_in_their_order_whatever_the_hash_seed(
    responses: dict[str | None, list[bytes]],
) -> None:
    for line in responses["final"]:
        result: Any = lines.from_line(line)["result"]
        assert list(result["rewards"]) == list(NAMES)
