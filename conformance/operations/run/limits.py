"""Time limits of a trial's stages: which of them hold, and what their end is called."""

from hypothesis import strategies as st

from conformance.operations.clause import Cases, Source, clause, common
from conformance.operations.run import sources
from conformance.operations.run.inputs import NOTHING, ONE, SEPARATE, of_tasks, script, task
from conformance.operations.strategies.drawing import build
from conformance.protocol.scenario import Act, Settings
from conformance.protocol.values import Case

LEVEL = common("langchain-ai/deepagents#4381: a multiplier of the agent's timeout")

_NO_TIME = (
    "[agent]\ntimeout_sec = 0.0\n", "[verifier]\ntimeout_sec = 0.0\n",
    "[environment]\nbuild_timeout_sec = 0.0\n", "[agent]\ntimeout_sec = -1.0\n",
    "[agent]\ntimeout_sec = 0.0\n[verifier]\ntimeout_sec = 0.0\n", f"{SEPARATE}timeout_sec = 0.0\n",
    "[agent]\ntimeout_sec = 600.0\n",
)  # fmt: skip
"""Texts of task.toml that leave a stage no time at all, and one that leaves enough."""

_SECONDS: tuple[Settings, ...] = (
    {"override_timeout_sec": 0.0}, {"override_timeout_sec": -600.0},
    {"override_timeout_sec": 600.0}, {"max_timeout_sec": 0.0},
    {"max_timeout_sec": -600.0}, {"max_timeout_sec": 600.0},
)  # fmt: skip
_MULTIPLIED: tuple[Settings, ...] = (
    {"agent_timeout_multiplier": 0.0}, {"verifier_timeout_multiplier": 0.0},
    {"agent_setup_timeout_multiplier": 0.0}, {"environment_build_timeout_multiplier": 0.0},
    {"timeout_multiplier": 0.0, "environment_build_timeout_multiplier": 1.0},
    {"timeout_multiplier": 0.0, "environment_build_timeout_multiplier": 1.0,
     "agent_setup_timeout_multiplier": 1.0, "agent_timeout_multiplier": 1.0},
    {"timeout_multiplier": 0.0, "verifier_timeout_multiplier": 1.0},
)  # fmt: skip


@clause(
    "timeouts",
    sources.START_TIMEOUT,
    sources.SETUP_TIMEOUT,
    sources.AGENT_TIMEOUT,
    sources.VERIFIER_TIMEOUT,
)
def no_time() -> Cases:
    """Timeouts are recorded as EnvironmentStartTimeoutError, AgentSetupTimeoutError,
    AgentTimeoutError and VerifierTimeoutError, and no time at all is a timeout."""
    return build(_timed, _NO_TIME, left=(ONE, NOTHING))


def _timed(config: str = "", job: Settings | None = None, left: Act = ONE) -> Case:
    return of_tasks([task("a", [[script(left)]], config)], job)


@clause(
    "timeout-limits",
    Source(sources.TRIAL, 691, 691),
    Source(sources.TRIAL, 702, 710),
    Source(sources.TRIAL, 342, 352),
)
def settings_of_jobs() -> Cases:
    """The limit of an agent or a verifier is the job's override, or else the task's, at most the
    job's maximum (0 is none for both), times its own multiplier, or else the general one."""
    # Overrides, limits and multipliers that leave some time or none; below 0, their order shows.
    limits = build(_limited, ("agent", "verifier"), _SECONDS, (None, -1.0))
    return limits | st.sampled_from(_MULTIPLIED).map(lambda job: _timed(job=job))


def _limited(stage: str, settings: Settings, multiplier: float | None) -> Case:
    job: Settings = {f"{stage}_timeout_multiplier": multiplier}
    job |= {"agents": [{"name": "nop", **settings}]} if stage == "agent" else {stage: settings}
    return _timed(f"[{stage}]\ntimeout_sec = 600.0\n", job)
