"""Questions about what a trial may do: be verified, take its time, and see variables."""

from hypothesis import strategies as st

from conformance.model import Case, Value
from conformance.scenario import Act, Task
from conformance.strategies.asked_run_trials import ONE, SEPARATE
from conformance.strategies.run import Cases, case, rewarded, scenario, task

type Settings = dict[str, Value]


def disabled() -> Cases:
    """Verification that is switched off, or not, and tests that are there, or not."""
    return st.builds(
        switched,
        st.sampled_from((ONE, Act(), {"raises": "ValueError"})),
        st.sampled_from((True, False)),
        st.sampled_from(("", SEPARATE)),
        st.booleans(),
    )


def switched(left: Act, off: bool, config: str, dataset: bool) -> Case:  # noqa: FBT001 - drawn
    """Return the question about verification that is disabled, or not.

    There may be a dataset with a task that lacks tests.
    """
    tasks: list[Task] = [task("a", [[{"test": left}]], config)]
    if dataset:
        tasks.append({"name": "b", "dataset": "d", "files": {"tests/test.sh": None}})
        tasks.append({"name": "c", "dataset": "d"})
    return case(scenario(tasks, {"verifier": {"disable": off}}))


NO_TIME: dict[str, str] = {
    "agent": "[agent]\ntimeout_sec = 0.0\n",
    "verifier": "[verifier]\ntimeout_sec = 0.0\n",
    "build": "[environment]\nbuild_timeout_sec = 0.0\n",
    "less-than-none": "[agent]\ntimeout_sec = -1.0\n",
    "both": "[agent]\ntimeout_sec = 0.0\n[verifier]\ntimeout_sec = 0.0\n",
    "separate": f"{SEPARATE}timeout_sec = 0.0\n",
    "enough": "[agent]\ntimeout_sec = 600.0\n",
}


def timeouts() -> Cases:
    """Timeouts of no time at all, which end a stage without any waiting."""
    return st.builds(timed, st.sampled_from(tuple(NO_TIME.values())), st.sampled_from((ONE, Act())))


def timed(config: str, left: Act, job: Settings | None = None) -> Case:
    """Return the question about a task with these timeouts."""
    return case(scenario([task("a", [[{"test": left}]], config)], job))


_LIMIT: tuple[tuple[str, Value], ...] = (
    ("override_timeout_sec", 0.0),
    ("override_timeout_sec", -1.0),
    ("override_timeout_sec", 600.0),
    ("max_timeout_sec", 0.0),
    ("max_timeout_sec", -1.0),
    ("max_timeout_sec", 600.0),
)
MULTIPLIED: tuple[Settings, ...] = (
    {"agent_timeout_multiplier": 0.0},
    {"verifier_timeout_multiplier": 0.0},
    {"agent_setup_timeout_multiplier": 0.0},
    {"environment_build_timeout_multiplier": 0.0},
    {"timeout_multiplier": 0.0, "environment_build_timeout_multiplier": 1.0},
    {
        "timeout_multiplier": 0.0,
        "environment_build_timeout_multiplier": 1.0,
        "agent_setup_timeout_multiplier": 1.0,
        "agent_timeout_multiplier": 1.0,
    },
    {"timeout_multiplier": 0.0, "verifier_timeout_multiplier": 1.0},
)


def timeout_limits() -> Cases:
    """Overrides, limits and multipliers that leave some time or none."""
    of_agent = st.sampled_from(_LIMIT).map(lambda one: limited("agent", *one))
    of_verifier = st.sampled_from(_LIMIT).map(lambda one: limited("verifier", *one))
    return of_agent | of_verifier | st.sampled_from(MULTIPLIED).map(lambda job: timed("", ONE, job))


def limited(whom: str, name: str, seconds: Value) -> Case:
    """Return the question about an override or a limit of the job's for the agent or verifier."""
    settings: Settings = {name: seconds}
    if whom == "verifier":
        return timed("[verifier]\ntimeout_sec = 600.0\n", ONE, {"verifier": settings})
    return timed("[agent]\ntimeout_sec = 600.0\n", ONE, {"agents": [{"name": "nop", **settings}]})


def variables() -> Cases:
    """What the test script finds in a variable that the task, the job or the host sets."""
    values = st.sampled_from(("2", "${HOST}", "${NONE:-3}", "${NONE}", "${HOST:-4}"))
    return st.builds(variable, values, st.none() | st.sampled_from(("5", "${HOST}")), st.booleans())


def variable(of_task: str, of_job: str | None, of_environment: bool) -> Case:  # noqa: FBT001 - drawn
    """Return the question whose reward is the value that the test script finds in X."""
    config = f'[verifier.env]\nX = "{of_task}"\n'
    if of_environment:
        config += '[environment.env]\nX = "6"\n'
    act: Act = {"variables": {"reward.txt": "X"}}
    job: Settings = {} if of_job is None else {"verifier": {"env": {"X": of_job}}}
    made = scenario([task("a", [[{"test": act}]], config)], job)
    return case({**made, "host": {"HOST": "0.125"}})


def secrets() -> Cases:
    """Variables of the job whose names sound secret, or do not."""
    names = st.sampled_from(("API_KEY", "token", "MY_PASSWORD", "PLAIN"))
    values = st.sampled_from(("short", "a-long-secret-value", "${HOST_KEY}", "of-the-host"))
    return st.builds(secret, st.sampled_from(("verifier", "environment", "agents")), names, values)


def secret(where: str, name: str, value: str) -> Case:
    """Return the question about one variable, run again as harbor reads its own configuration."""
    settings: Settings = {"env": {name: value}}
    job: Settings = {where: [{"name": "nop", **settings}] if where == "agents" else settings}
    host = {"HOST_KEY": "1", "API_KEY": "of-the-host"}
    return case({**scenario([task("a", [rewarded(b"1")])], job), "host": host, "resume": [{}]})
