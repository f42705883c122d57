"""Questions about tasks of several steps: which of them are played, and what they count for."""

from collections.abc import Sequence

from hypothesis import strategies as st

from conformance.model import Case, Value
from conformance.scenario import Act, Scenario, Script, Task
from conformance.strategies.run import SCRIPTED_AGENT, Cases, case, leaving, scenario

type Settings = dict[str, Value]

ONE = leaving(text=b"1")
HALF = leaving(text=b"0.5")
ZERO = leaving(text=b"0")

_NAMES = ("one", "two", "three")


def stepped(
    steps: Sequence[Script],
    settings: Sequence[str] = (),
    strategy: str = "",
    job: Settings | None = None,
) -> Scenario:
    """Return the scenario of one trial with these steps.

    ``settings`` holds a line of task.toml for each step.
    """
    lines = [f'multi_step_reward_strategy = "{strategy}"'] if strategy else []
    for name, line in zip(_NAMES, [*settings, *[""] * len(steps)][: len(steps)], strict=False):
        lines += ["[[steps]]", f'name = "{name}"', line]
    made: Task = {
        "name": "a",
        "config": "\n".join(line for line in lines if line) + "\n",
        "files": {f"steps/{name}/instruction.md": "" for name in _NAMES[: len(steps)]},
        "attempts": [[{"steps": list(steps)}]],
    }
    return scenario([made], {"agents": [SCRIPTED_AGENT], **(job or {})})


def step_rewards() -> Cases:
    """Two or three steps and how a trial's reward is made of theirs."""
    acts: st.SearchStrategy[Act] = st.sampled_from(
        (ONE, ZERO, HALF, leaving(json=b'{"reward": 1, "a": 2}'), leaving(json=b"{}"))
    )
    return st.builds(
        lambda strategy, left: case(stepped([{"test": act} for act in left], (), strategy)),
        st.sampled_from(("mean", "final", "")),
        st.lists(acts, min_size=2, max_size=3),
    )


LEAST = ("min_reward = 0.5", "min_reward = 0", "min_reward = {a = 1}", "min_reward = nan")


def least_rewards() -> Cases:
    """Thresholds of a first step, and rewards below, at and above them."""
    left = st.sampled_from(
        (
            HALF,
            ZERO,
            leaving(text=b"nan"),
            leaving(json=b'{"a": 1}'),
            leaving(json=b"{}"),
            leaving(json=b"null"),
        )
    )
    return st.builds(at_least, st.sampled_from(LEAST), left)


def at_least(line: str, left: Act, job: Settings | None = None) -> Case:
    """Return the question about a first step with a threshold, and a second one."""
    return case(stepped([{"test": left}, {"test": ONE}], [line], "", job))


FAILING: dict[str, Script] = {
    "test-raises": {"test": {"raises": "ApiError"}},
    "nothing-left": {"test": {}},
    "no-number": {"test": leaving(text=b"x")},
    "upload": {"upload": {"raises": "OSError"}, "test": ONE},
    "both": {"agent": {"raises": "ApiError"}, "test": {}},
    "verifier-timeout": {"test": {"raises": "TimeoutError"}},
}


def failing_steps() -> Cases:
    """A step without a reward, before or after one that has it."""
    return st.builds(
        failing,
        st.sampled_from(tuple(FAILING.values())),
        st.booleans(),
        st.sampled_from(("mean", "final")),
    )


def failing(failed: Script, first: bool, strategy: str) -> Case:  # noqa: FBT001 - drawn
    """Return the question about a failing first or second step; a retry would be allowed."""
    steps: list[Script] = [failed, {"test": ONE}] if first else [{"test": ONE}, failed]
    retry: Settings = {"retry": {"max_retries": 1, "exclude_exceptions": []}}
    return case(stepped([*steps, {"test": HALF}], (), strategy, retry))


def agents_in_steps() -> Cases:
    """Agents that fail in one of two steps, and what is verified afterwards."""
    errors = ("NonZeroAgentExitCodeError", "ValueError", "TimeoutError", "ApiError")
    return st.builds(
        agent_in_step, st.sampled_from(errors), st.integers(1, 2), st.sampled_from((ONE, HALF))
    )


def agent_in_step(error: str, step: int, left: Act) -> Case:
    """Return the question about an agent that raises in one of two rewarded steps."""
    steps: list[Script] = [{"test": left}, {"test": ZERO}]
    steps[step - 1] = {**steps[step - 1], "agent": {"raises": error}}
    return case(stepped(steps))


_HEALTH = 'healthcheck = {command = "ready", interval_sec = 0.0, retries = 1}'


def preparations() -> Cases:
    """Set-up scripts and health checks of a step that fail, or do not."""
    return st.builds(
        prepared, st.integers(1, 2), st.sampled_from((1, 0, 2)), st.sampled_from((0, 1))
    )


def prepared(step: int, setup: int, ready: int) -> Case:
    """Return the question about a step whose set-up and health check return these codes."""
    lines = ["", ""]
    lines[step - 1] = _HEALTH
    made = stepped([{"test": ONE}, {"test": HALF}], lines)
    script = made["tasks"][0]["attempts"][0][0]
    script["commands"] = {"bash /setup.sh": [setup], "ready": [ready]}
    made["tasks"][0]["files"][f"steps/{_NAMES[step - 1]}/workdir/setup.sh"] = ""
    return case(made)


def stale_steps() -> Cases:
    """Rewards that an agent or the step before left, before a test that may leave none."""
    return st.builds(
        stale_step,
        st.sampled_from((ONE, leaving(json=b'{"reward": 0.25}'))),
        st.sampled_from((Act(), ZERO)),
        st.integers(1, 2),
        st.sampled_from(("", "unmounted", 'verifier.environment_mode = "separate"')),
    )


def stale_step(early: Act, late: Act, step: int, mode: str) -> Case:
    """Return the question about what one step's agent leaves before its test script."""
    steps: list[Script] = [{"test": HALF}, {"test": HALF}]
    steps[step - 1] = {"agent": early, "test": late}
    mounted = mode != "unmounted"
    made = stepped(steps, [mode, mode] if mounted else ())
    if not mounted:
        made["tasks"][0]["mounted"] = False
    return case(made)
