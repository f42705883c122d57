"""Builds harbor's own ``TrialResult`` from a trial of the protocol."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import TypedDict, cast

from harbor.models.agent.context import AgentContext
from harbor.models.job.result import JobStats
from harbor.models.task.id import LocalTaskId
from harbor.models.trial.config import TaskConfig, TrialConfig
from harbor.models.trial.result import AgentInfo, ExceptionInfo, ModelInfo, StepResult, TrialResult
from harbor.models.verifier.result import VerifierResult

from conformance.protocol.values import Value


class _Trial(TypedDict, total=False):
    task_name: str
    agent: str
    model: str | None
    source: str | None
    verifier_result: dict[str, dict[str, float | int] | None] | None
    trial_name: str
    exception: str | None
    usage: dict[str, int | float | None] | None


_TASK = Path("task")
_TEMPLATE = TrialResult(
    task_name="",
    trial_name="",
    trial_uri="",
    task_id=LocalTaskId(path=_TASK),
    task_checksum="",
    config=TrialConfig(task=TaskConfig(path=_TASK), trial_name="trial"),
    agent_info=AgentInfo(name="", version=""),
)
"""Validated once; fields that vary are replaced in copies of it."""


def trial_result(described: Value) -> TrialResult:
    """Return a TrialResult; absent fields are None."""
    trial = cast("_Trial", described)
    members = {
        "task_name": trial["task_name"],
        "source": trial.get("source"),
        "agent_info": _agent_info(trial["agent"], trial.get("model")),
        "verifier_result": _verifier_result(trial.get("verifier_result")),
        "trial_name": trial.get("trial_name", ""),
        "exception_info": exception_info(trial.get("exception")),
        "agent_result": _agent_result(trial.get("usage")),
    }
    return _TEMPLATE.model_copy(update=members)


def group_name(agent: str, model: str | None, source: str | None) -> str:
    """Return the name of a trial's group in the evals."""
    return JobStats.format_agent_evals_key(agent, model, source or "adhoc")


def used_by(steps: Sequence[Mapping[str, Value]]) -> dict[str, Value]:
    """Return what a trial used up whose steps used these tokens and costs."""
    trial = trial_result({"task_name": "", "agent": ""})
    used = map(AgentContext.model_validate, steps)
    trial.step_results = [StepResult(step_name="", agent_result=one) for one in used]
    return dict(zip(_USED, trial.compute_token_cost_totals(), strict=True))


_USED = ("n_input_tokens", "n_cache_tokens", "n_output_tokens", "cost_usd")


def trial_config(result: TrialResult) -> TrialConfig:
    """Return the configuration of a trial with this result."""
    return _TEMPLATE.config.model_copy(
        update={"task": _task_config(result.source), "trial_name": result.trial_name}
    )


def _task_config(source: str | None) -> TaskConfig:
    return TaskConfig(path=_TASK, source=source)


def _agent_info(agent: str, model: str | None) -> AgentInfo:
    model_info = None if model is None else ModelInfo(name=model)
    return AgentInfo(name=agent, version="", model_info=model_info)


def exception_info(exception: str | None) -> ExceptionInfo | None:
    """Return what harbor records of an exception of this type."""
    if exception is None:
        return None
    return ExceptionInfo(
        exception_type=exception,
        exception_message="",
        exception_traceback="",
        occurred_at=datetime.min,  # noqa: DTZ901 - harbor's own times carry no zone
    )


def _agent_result(usage: dict[str, int | float | None] | None) -> AgentContext | None:
    return None if usage is None else AgentContext.model_validate(usage)


def _verifier_result(
    described: dict[str, dict[str, float | int] | None] | None,
) -> VerifierResult | None:
    if described is None:
        return None
    rewards = described["rewards"]
    return VerifierResult(rewards=rewards and {n: _own_nan(v) for n, v in rewards.items()})


def _own_nan(value: float) -> float:
    """Return a nan as a new object, as harbor's reader of reward.txt does.

    One object in two places would be one key of harbor's tables; two objects are two keys.
    """
    return value if value == value else float("nan")  # noqa: PLR0124 - only nan differs from itself
