"""nemo-platform 0.6.0: what its evaluator SDK makes of a job that harbor has left.

`trial_result` calls what makes a trial of a result.json. The package has harbor's own model look
at the file first, and passes over a file that it refuses. Candidates cannot import harbor, so
that look is left out there, and the inputs are files that pass it. `trial`, `job` and `passes` go
the whole way, and import harbor.
"""

import json
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from nemo_evaluator_sdk.agent_eval.evaluator import AgentEvaluator
from nemo_evaluator_sdk.agent_eval.results import AgentEvalSummary
from nemo_evaluator_sdk.agent_eval.runtimes.harbor_runtime import (
    DEFAULT_REWARD_KEY,
    HarborRewardMetric,
    build_trials_from_job_dir,
)
from nemo_evaluator_sdk.agent_eval.runtimes.harbor_trial_adapter import _trial_from_harbor_result
from nemo_evaluator_sdk.agent_eval.tasks import AgentEvalTask
from nemo_evaluator_sdk.agent_eval.trials import AgentEvalTrial

SCORE = f"harbor_reward.{DEFAULT_REWARD_KEY}"


def trial_result(question: Mapping[str, bytes]) -> dict[str, object]:
    """Return the rewards and the error of the trial that a result.json becomes."""
    trial = _trial(json.loads(question["result"]))
    return {
        "verifier_result": {"rewards": trial.metadata["reward_details"]},
        "exception": None if trial.error is None else trial.error.type,
    }


def of_trial(folder: Path) -> float | tuple[float | None, str] | None:
    """Return the primary reward of a stored trial, with the type of its error."""
    (found,) = _trials(folder.parent)[1] or (None,)
    if found is None:
        return None
    return found.metadata["reward"], found.error.type if found.error else ""


def of_job(folder: Path) -> tuple[float | None, str]:
    """Return the mean of the reward in the summary of a stored job, with its count of errors."""
    summary = _summary(folder)
    errors = f"error_count {summary.error_count}" if summary.error_count else ""
    return _means(summary).get(SCORE), errors


def passes(folder: Path) -> dict[str, float]:
    """Return the summary's pass@k of the reward, by k."""
    found = ((n.partition(f"{SCORE}.pass@"), mean) for n, mean in _means(_summary(folder)).items())
    return {k: mean for (_, at, k), mean in found if at and mean is not None}


def _trial(result: Mapping[str, Any]) -> AgentEvalTrial:
    """Return the trial that the document of a result.json becomes, with no other file."""
    with tempfile.TemporaryDirectory() as folder:
        return _trial_from_harbor_result(Path(folder), result, reward_key=DEFAULT_REWARD_KEY)


def _summary(job: Path) -> AgentEvalSummary:
    """Return the summary of a stored job, for all tasks that it has results of."""
    tasks, trials = _trials(job)
    return AgentEvaluator().run_sync(tasks=tasks, trials=trials).summary


def _trials(job: Path) -> tuple[list[AgentEvalTask], Sequence[AgentEvalTrial]]:
    """Return the tasks of a stored job, scored by the reward of their trials, and the trials."""
    results = (json.loads(path.read_bytes()) for path in sorted(job.glob("*/result.json")))
    names = dict.fromkeys(result["task_name"] for result in results)
    tasks = [
        AgentEvalTask(id=name, intent=name, inputs={}, metrics=[HarborRewardMetric()])
        for name in names
    ]
    return tasks, build_trials_from_job_dir(job, tasks)


def _means(summary: AgentEvalSummary) -> Mapping[str, float | None]:
    """Return the means of all scores in a summary by name."""
    return {score.name: score.mean for score in summary.scores.scores}
