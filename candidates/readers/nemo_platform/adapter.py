"""nemo-platform 0.6.0: what its evaluator SDK makes of a job that harbor has left.

`trial_result` asks what makes a trial of a result.json. The package has harbor's own model look
at the file first, and passes over a file that it refuses. harbor is kept away from candidates, so
that look is left out there, and inputs are narrowed to files that pass it. `shown` and
`passes` go the whole way, and need harbor to be importable.
"""

import json
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from nemo_evaluator_sdk.agent_eval.evaluator import AgentEvaluator
from nemo_evaluator_sdk.agent_eval.runtimes.harbor_runtime import (
    DEFAULT_REWARD_KEY,
    HarborRewardMetric,
    build_trials_from_job_dir,
)
from nemo_evaluator_sdk.agent_eval.runtimes.harbor_trial_adapter import _trial_from_harbor_result
from nemo_evaluator_sdk.agent_eval.tasks import AgentEvalTask
from nemo_evaluator_sdk.agent_eval.trials import AgentEvalTrial

type Means = Mapping[str, float | None]

SCORE = f"harbor_reward.{DEFAULT_REWARD_KEY}"


class NoScoreError(Exception):
    """The summary has no mean of the reward."""


def trial_result(question: Mapping[str, bytes]) -> dict[str, object]:
    """Return the rewards and the error of the trial that a result.json becomes."""
    trial = _trial(json.loads(question["result"]))
    return {
        "verifier_result": {"rewards": trial.metadata["reward_details"]},
        "exception": None if trial.error is None else trial.error.type,
    }


def shown(job: Path) -> float:
    """Return the mean of the reward in the summary of a stored job."""
    mean = _stored(job).get(SCORE)
    if mean is None:
        raise NoScoreError
    return mean


def passes(job: Path) -> dict[str, float]:
    """Return the summary's pass@k of the reward, by k."""
    return _by_k(_stored(job))


def _trial(result: Mapping[str, Any]) -> AgentEvalTrial:
    """Return the trial that the document of a result.json becomes, with no other file."""
    with tempfile.TemporaryDirectory() as folder:
        return _trial_from_harbor_result(Path(folder), result, reward_key=DEFAULT_REWARD_KEY)


def _stored(job: Path) -> Means:
    """Return the means of a stored job, asked for all tasks that it has results of."""
    results = (json.loads(path.read_bytes()) for path in sorted(job.glob("*/result.json")))
    tasks = _tasks(result["task_name"] for result in results)
    return _means(tasks, build_trials_from_job_dir(job, tasks))


def _tasks(names: Iterable[str]) -> list[AgentEvalTask]:
    """Return tasks that are scored by the reward of their trials."""
    return [
        AgentEvalTask(id=name, intent=name, inputs={}, metrics=[HarborRewardMetric()])
        for name in dict.fromkeys(names)
    ]


def _means(tasks: Sequence[AgentEvalTask], trials: Sequence[AgentEvalTrial]) -> Means:
    """Return the means of all scores in the summary of a run, by name."""
    result = AgentEvaluator().run_sync(tasks=tasks, trials=trials)
    return {score.name: score.mean for score in result.summary.scores.scores}


def _by_k(means: Means) -> dict[str, float]:
    found = ((name.partition(f"{SCORE}.pass@"), mean) for name, mean in means.items())
    return {k: mean for (_, at, k), mean in found if at and mean is not None}
