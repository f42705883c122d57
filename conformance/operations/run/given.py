"""What a trial is given by its task and its job: time limits, and environment variables."""

from hypothesis import strategies as st

from conformance.operations import sources
from conformance.operations.clause import Cases, clause, common, rare
from conformance.operations.run.inputs import (
    NOTHING,
    ONE,
    SEPARATE,
    case,
    of_tasks,
    rewarded,
    scenario,
    script,
    task,
)
from conformance.operations.strategies.drawing import build, drawn
from conformance.protocol.scenario import Act, Settings
from conformance.protocol.values import Case, Value

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


@clause("timeouts", *sources.TIMEOUTS)
def no_time() -> Cases:
    """Timeouts are recorded as EnvironmentStartTimeoutError, AgentSetupTimeoutError,
    AgentTimeoutError and VerifierTimeoutError, and no time at all is a timeout."""
    return build(_timed, _NO_TIME, left=(ONE, NOTHING))


def _timed(config: str = "", job: Settings | None = None, left: Act = ONE) -> Case:
    return of_tasks([task("a", [[script(left)]], config)], job)


@clause(
    "timeout-limits",
    sources.TRIAL.lines(691),
    sources.TRIAL.lines(702, 710),
    sources.TRIAL.lines(342, 352),
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


@clause(
    "variables",
    sources.VERIFIER.lines(153, 157),
    sources.VARIABLES.lines(94, 129),
    level=common("PrimeIntellect-ai/verifiers#1401: a key of the host as ${VAR}"),
)
@drawn(
    ("2", "${HOST}", "${NONE:-3}", "${NONE}", "${HOST:-4}"),
    (None, "5", "${HOST}"),
    ("", '[environment.env]\nX = "6"\n'),
)
def of_task_job_and_host(of_task: str, of_job: str | None, of_environment: str) -> Case:
    """The test script gets the variables of the environment, over them those of the task's
    verifier, and over them those of the job's; ${NAME} is the host's value, ${NAME:-text} has a
    default, and one without either is the trial's ValueError."""
    # The reward is the value that the test script finds in X.
    config = f'[verifier.env]\nX = "{of_task}"\n{of_environment}'
    act: Act = {"variables": {"reward.txt": "X"}}
    job: Settings = {} if of_job is None else {"verifier": {"env": {"X": of_job}}}
    made = scenario([task("a", [[{"test": act}]], config)], job)
    return case({**made, "host": {"HOST": "0.125"}})


@clause("secrets", sources.VARIABLES.lines(58, 76), level=rare("secrets in a configuration"))
@drawn(
    ("verifier", "environment", "agents"),
    ("API_KEY", "token", "MY_PASSWORD", "PLAIN"),
    ("short", "a-long-secret-value", "${HOST_KEY}", "of-the-host"),
)
def variables_of_jobs(where: str, name: str, value: str) -> Case:
    """A variable whose name sounds secret is written as ${NAME} where it equals the host's of that
    name, and otherwise with its middle, or all of it, hidden; templates stay."""
    # Run again as harbor reads its own configuration; no time or id contains the host's value.
    env: Settings = {"env": {name: value}}
    agents: list[Value] = [{"name": "nop", **env}]
    job: Settings = {where: agents if where == "agents" else env}
    host = {"HOST_KEY": "987654321", "API_KEY": "of-the-host"}
    tasks = [task("a", [rewarded(b"987654321")])]
    return case({**scenario(tasks, job), "host": host, "resume": [{}]})
