"""NeMo Gym's Harbor agent: the reward that a rollout gets, and the mean over rollouts.

The agent has harbor run a trial in a worker of Ray's and reads its folder. That call is ours: it
returns a folder that harbor has left already. So are the model, which is never called, and the
configuration around it. All that follows is the package's.
"""

import asyncio
import os
import sys
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

sys.path.insert(0, os.environ["READER_SOURCE"])

from nemo_gym.config_types import AggregateMetricsRequest
from responses_api_agents.harbor_agent import app
from responses_api_agents.harbor_agent.app import HarborAgent, HarborRunRequest

CONFIG = SimpleNamespace(
    concurrency=1, harbor_ray_task_num_cpus=None, harbor_jobs_dir="jobs", skip_verification=False
)
BODY = {"instance_id": "tasks::task", "responses_create_params": {"input": "Do nothing."}}


class Finished:
    """In the place of a remote function: its trial is finished, in a folder."""

    def __init__(self, trial: Path) -> None:
        """Take the folder."""
        self._trial = trial

    async def remote(self, *_: object) -> str:
        """Return the folder."""
        return str(self._trial)


def of_trial(folder: Path) -> tuple[float, str]:
    """Return the reward of a rollout, with the agent's own sign of a timeout."""
    return asyncio.run(_rollout(_agent(), folder))


def of_job(folder: Path) -> float:
    """Return the mean reward that the agent reports of its rollouts."""
    trials = sorted(result.parent for result in folder.glob("*/result.json"))
    tasks = [trial.name.partition("__")[0] for trial in trials]
    agent = _agent()
    rewards = [asyncio.run(_rollout(agent, trial))[0] for trial in trials]
    responses = [
        {"_ng_task_index": tasks.index(task), "_ng_rollout_index": place, "reward": reward}
        for place, (task, reward) in enumerate(zip(tasks, rewards, strict=True))
    ]
    request = AggregateMetricsRequest(verify_responses=responses)
    found = asyncio.run(agent.aggregate_metrics(request))
    return float(found.agent_metrics["mean/reward"])


def _agent() -> HarborAgent:
    return HarborAgent.model_construct(config=CONFIG)


async def _rollout(agent: HarborAgent, trial: Path) -> tuple[float, str]:
    with (
        patch.object(app, "runner_ray_remote", Finished(trial)),
        patch.object(app, "get_global_config_dict", lambda: {"policy_model_name": "model"}),
        patch.object(HarborAgent, "_resolve_model_base_url", lambda *_: ""),
        patch.object(HarborAgent, "_build_job_config", lambda *_, **__: {}),
    ):
        response = await agent.run(HarborRunRequest.model_validate(BODY))
    return response.reward, "agent_timeout_error" if response.agent_timeout_error else ""
