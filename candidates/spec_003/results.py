"""From a trial's result.json to the reward of its task, and from rewards to the headline."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class TaskReward:
    """One task's reward; None where there is none, which is not a reward of 0.

    ``problem`` says why there is none.
    """

    task_name: str
    reward: float | None
    problem: str = ""


NOT_VERIFIED = "the verifier did not run"


def read_result(content: bytes, trial_name: str) -> TaskReward:
    """Return the reward of a result.json with any content.

    The task is named by the file or, where it names none, by the trial's folder.
    """
    try:
        data: Any = json.loads(content.decode())
        task_name = str(data.get("task_name", trial_name))
        return _reward_of(task_name, data.get("verifier_result"))
    except (ValueError, AttributeError, RecursionError) as error:
        return TaskReward(trial_name, None, f"result.json is malformed: {error}")


def val_score(tasks: Iterable[TaskReward]) -> float:
    """Return the mean over tasks, where one without a reward counts 0.0.

    Raises ZeroDivisionError without a task, as harbor's mean does (harbor/metrics/mean.py:9):
    the text does not say what the score of nothing is.
    """
    rewards = [task.reward or 0.0 for task in tasks]
    return sum(rewards) / len(rewards)


def _reward_of(task_name: str, verifier_result: object) -> TaskReward:
    if not verifier_result or not isinstance(verifier_result, dict):
        return TaskReward(task_name, None, NOT_VERIFIED)
    rewards = verifier_result.get("rewards", {})
    if not isinstance(rewards, dict):
        return TaskReward(task_name, 0.0)
    try:
        return TaskReward(task_name, float(rewards.get("reward", 0.0)))
    except (TypeError, ValueError, OverflowError) as error:
        return TaskReward(task_name, None, f"its reward is no number: {error}")
