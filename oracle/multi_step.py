"""Runs harbor's selection of the reward of a trial with several steps."""

from functools import cache
from logging import getLogger
from pathlib import Path
from typing import cast

from harbor.models.task.config import StepConfig, TaskConfig
from harbor.models.task.task import Task
from harbor.models.trial.config import TaskConfig as TaskOfTrial
from harbor.models.trial.config import TrialConfig
from harbor.models.trial.result import StepResult
from harbor.models.verifier.result import VerifierResult
from pydantic import ValidationError

from conformance.protocol.values import Value
from oracle.driving import NotDrivenError, in_words
from oracle.later import OF_MODELS, put_off
from oracle.trials import exception_info, trial_result

with put_off(OF_MODELS):
    from harbor.trial.multi_step import MultiStepTrial

_STEPS = '[[steps]]\nname = "step"\n'

TASKS = {
    None: _STEPS,
    "mean": f'multi_step_reward_strategy = "mean"\n{_STEPS}',
    "final": f'multi_step_reward_strategy = "final"\n{_STEPS}',
}
"""The task.toml of each strategy; None leaves it unset."""


class MultiStepAdapter:
    """The real ``MultiStepTrial._select_multi_step_reward()`` on real step results.

    Raises any error that harbor raises, and NotDrivenError if harbor reads a part of the trial that
    is missing. ``tests/test_long_way.py`` compares the answers with those of real jobs.
    """

    def __init__(self) -> None:
        """Make one trial for each strategy, and reuse it for each case."""
        self._trials = {strategy: _trial_of(toml) for strategy, toml in TASKS.items()}

    def __call__(self, case: dict[str, Value]) -> Value:
        """Return a verifier result for ``{"strategy": …, "steps": [verifier_result, …]}``."""
        trial = self._trials[cast("str | None", case["strategy"])]
        trial.result.step_results = step_results(case["steps"])
        try:
            return described(trial._select_multi_step_reward())  # noqa: SLF001 - what _run() calls
        except AttributeError as error:
            raise NotDrivenError(in_words(error)) from error


def step_results(steps: Value) -> list[StepResult]:
    """Return harbor's results of the steps, as after a run of all steps."""
    return [
        StepResult(step_name="step", verifier_result=_verifier_result(step))
        for step in cast("list[dict[str, dict[str, float | int] | None] | None]", steps)
    ]


def described(result: VerifierResult | None) -> Value:
    """Return a verifier result as the protocol describes it."""
    return None if result is None else {"rewards": cast("Value", result.rewards)}


def stops_after(least: Value, verified: Value, *, failed: bool, disabled: bool) -> bool:
    """Return whether a trial stops after a step of this min_reward and verifier result.

    A step with a min_reward that harbor refuses does not exist, so the answer is no.
    """
    trial = _stopping_trial(disabled)
    (result,) = step_results([verified])
    result.exception_info = exception_info("" if failed else None)
    try:
        step = StepConfig.model_validate({"name": "step", "min_reward": least})
    except ValidationError:
        return False
    return trial._should_stop_after_step(step, result)  # noqa: SLF001 - what _run() calls


@cache
def _stopping_trial(disabled: bool) -> MultiStepTrial:  # noqa: FBT001 - one of two trials
    trial = _trial_of(_STEPS)
    trial.config = TrialConfig(task=TaskOfTrial(path=Path("task")), trial_name="trial")
    trial.config.verifier.disable = disabled
    trial.logger = getLogger("harbor.of-no-trial")
    trial.logger.disabled = True
    return trial


def _verifier_result(
    step: dict[str, dict[str, float | int] | None] | None,
) -> VerifierResult | None:
    return None if step is None else VerifierResult(rewards=step["rewards"])


def _trial_of(toml: str) -> MultiStepTrial:
    """Return a trial that is not set up to run: it only has its task and its result."""
    trial = object.__new__(MultiStepTrial)
    trial.task = object.__new__(Task)
    trial.task.config = TaskConfig.model_validate_toml(toml)
    trial._result = trial_result({"task_name": "", "agent": ""})
    return trial
