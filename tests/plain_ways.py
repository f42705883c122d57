"""What harbor's own trial makes of the steps that no real job can have."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from harbor.models.trial.config import AgentConfig, EnvironmentConfig, TaskConfig, TrialConfig
from harbor.trial.multi_step import MultiStepTrial
from harbor.trial.trial import Trial

from conformance.protocol.values import Answer, Case, Failure, Result, Value
from oracle.environment import ReplayEnvironment
from oracle.multi_step import TASKS, described, step_results
from oracle.verifier import lay_out_task

type Trials = dict[Value, MultiStepTrial]


class StillEnvironment(ReplayEnvironment):
    """An environment that harbor's factory can make by its import path; it is never started."""

    def __init__(self, **made_with: Any) -> None:  # noqa: ANN401 - harbor's factory decides
        """Take what harbor's factory passes, and lay out no files."""
        super(ReplayEnvironment, self).__init__(**made_with)


@pytest.fixture(scope="module")
def trials(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Trials]:
    """Trials that harbor made of task folders and configurations, one a strategy."""
    folder = tmp_path_factory.mktemp("trials")
    made = {strategy: _create(folder / str(strategy), toml) for strategy, toml in TASKS.items()}
    yield made
    for trial in made.values():
        trial._close_logger_handler()  # noqa: SLF001 - as harbor does after a run


def multi_step(trials: Trials, case: Case) -> Answer:
    """Ask an ordinary trial that has come to the end of its steps."""
    trial = trials[case.input["strategy"]]
    trial.result.step_results = step_results(case.input["steps"])
    try:
        return Result(described(trial._select_multi_step_reward()))  # noqa: SLF001 - see the adapter
    except Exception as error:  # noqa: BLE001 - any error of harbor is its answer
        return Failure(type(error).__name__)


def _create(folder: Path, toml: str) -> MultiStepTrial:
    """Have harbor create a trial of the task with this task.toml, ready for its steps."""
    folder.mkdir()
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
