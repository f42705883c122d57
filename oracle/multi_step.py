"""Runs harbor's selection of the reward of a trial with several steps."""

from typing import cast

from harbor.models.task.config import TaskConfig
from harbor.models.task.task import Task
from harbor.models.trial.result import StepResult
from harbor.models.verifier.result import VerifierResult

from conformance.protocol.values import Value
from oracle.driving import NotDrivenError, in_words
from oracle.later import OF_MODELS, put_off
from oracle.trials import trial_result

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
