"""Questions about one trial: its stages, its verifier, and what is left where."""

from collections.abc import Sequence
from typing import cast

from hypothesis import strategies as st

from conformance.model import Case, Value
from conformance.scenario import Act, Script
from conformance.strategies.run import (
    SCRIPTED_AGENT,
    Cases,
    case,
    leaving,
    scenario,
    task,
)

type Settings = dict[str, Value]

SEPARATE = '[verifier]\nenvironment_mode = "separate"\n'
HEALTHCHECK = '[environment.healthcheck]\ncommand = "ready"\ninterval_sec = 0.0\nretries = 2\n'

ONE = leaving(text=b"1")
EARLY: tuple[Act, ...] = (ONE, leaving(json=b'{"reward": 0.25}'), leaving(text=b""))
LATE: tuple[Act, ...] = (Act(), leaving(text=b"0"), leaving(text=None), {"exit": 1})


def played(script: Script, config: str = "", *, mounted: bool = True) -> Case:
    """Return the question about one trial of the scripted agent."""
    made = task("a", [[script]], config)
    if not mounted:
        made["mounted"] = False
    return case(scenario([made], {"agents": [SCRIPTED_AGENT]}))


def script(left: Act, **stages: Act) -> Script:
    """Return a script whose test does this, with further acts by stage."""
    return cast("Script", {"test": left, **stages})


def exit_codes() -> Cases:
    """Test scripts that leave something and exit with some code."""
    left = (ONE, Act(), leaving(text=b"x"), leaving(json=b'{"a": 1, "b": 2}'))
    return st.builds(exiting, st.sampled_from(left), st.sampled_from((1, 0, 127)), st.booleans())


def exiting(left: Act, code: int, mounted: bool) -> Case:  # noqa: FBT001 - drawn
    """Return the question about a test script that exits with a code."""
    act = left.copy()
    act["exit"] = code
    return played(script(act), mounted=mounted)


def reward_errors() -> Cases:
    """Test scripts that leave nothing that is a reward, beside one that does."""
    left = (Act(), leaving(text=b""), leaving(text=b"x"), leaving(json=b""), leaving(json=b"[]"))
    kept = (leaving(json=b"null"), leaving(json=b"{}"), leaving(text=b"nan"))
    return st.builds(
        lambda act, mounted: played(script(act), mounted=mounted),
        st.sampled_from((*left, *kept)),
        st.booleans(),
    )


def stale_rewards() -> Cases:
    """Reward files that someone leaves before the test script, mounted and downloaded."""
    return st.builds(
        stale,
        st.sampled_from(("agent", "start", "setup", "upload")),
        st.sampled_from(EARLY),
        st.sampled_from(LATE),
        st.sampled_from(("", "unmounted")),
    )


def separate_verifiers() -> Cases:
    """The same for a verifier with an environment of its own, which also starts and stops."""
    stages = st.sampled_from(("agent", "verifier_start", "start", "verifier_stop"))
    return st.builds(
        stale,
        stages,
        st.sampled_from(EARLY),
        st.sampled_from(LATE),
        st.sampled_from((SEPARATE, f"{SEPARATE}unmounted")),
    )


def stale(stage: str, early: Act, late: Act, mode: str) -> Case:
    """Return the question about what is left at a stage, and then by the test script.

    ``mode`` is the text of task.toml; with ``unmounted`` at its end the folders are not shared.
    """
    mounted = not mode.endswith("unmounted")
    return played(script(late, **{stage: early}), mode.removesuffix("unmounted"), mounted=mounted)


VERIFIED = ("NonZeroAgentExitCodeError", "AgentTimeoutError", "TimeoutError")
NOT_VERIFIED = ("RuntimeError", "ValueError", "ApiError", "RewardFileEmptyError")


def agents_that_fail() -> Cases:
    """Agents that time out or exit with an error, and what is verified afterwards."""
    return _failing_agents(VERIFIED)


def agents_that_break() -> Cases:
    """Agents that raise anything else."""
    return _failing_agents(NOT_VERIFIED)


def _failing_agents(errors: Sequence[str]) -> Cases:
    return st.builds(
        raising,
        st.just("agent"),
        st.sampled_from(errors),
        st.sampled_from((ONE, leaving(text=b"x"), Act())),
        st.booleans(),
    )


def raising(stage: str, error: str, left: Act, mounted: bool = True) -> Case:  # noqa: FBT001, FBT002 - drawn
    """Return the question about an exception at one stage, beside what the test leaves."""
    made = script(left)
    act: Act = {**left, "raises": error} if stage == "test" else {"raises": error}
    return played(cast("Script", {**made, stage: act}), mounted=mounted)


def before_agents() -> Cases:
    """Environments that do not start, are not healthy, or agents that cannot be set up."""
    errors = st.sampled_from(("ValueError", "TimeoutError", "ApiError"))
    failing = st.builds(raising, st.sampled_from(("start", "setup")), errors, st.just(ONE))
    codes = st.sampled_from(([1], [0], [1, 0]))
    return failing | codes.map(unhealthy)


def unhealthy(codes: list[int]) -> Case:
    """Return the question about a health check that returns these codes."""
    made = script(ONE)
    made["commands"] = {"ready": codes}
    return played(made, HEALTHCHECK)


def verifiers_that_break() -> Cases:
    """Exceptions while tests are uploaded, run, and what they left is downloaded."""
    return st.builds(
        raising,
        st.sampled_from(("upload", "test", "download")),
        st.sampled_from(("ValueError", "TimeoutError", "FileNotFoundError", "ApiError")),
        st.sampled_from((ONE, Act())),
        st.booleans(),
    )


def stops_that_fail() -> Cases:
    """Environments that cannot be stopped, the verifier's own included."""
    return st.builds(
        stopping,
        st.sampled_from(("stop", "verifier_stop")),
        st.sampled_from(("ApiError", "TimeoutError")),
        st.sampled_from((ONE, Act())),
        st.sampled_from(("", SEPARATE)),
    )


def stopping(stage: str, error: str, left: Act, config: str) -> Case:
    """Return the question about an exception when an environment is stopped."""
    stages = {stage: Act(raises=error)}
    return played(script(left, **stages), config)


def several_exceptions() -> Cases:
    """An agent that fails, a test script that fails, and an environment that cannot be stopped."""
    return st.builds(
        several,
        st.sampled_from(("NonZeroAgentExitCodeError", "AgentTimeoutError", "ValueError", "")),
        st.sampled_from(("RuntimeError", "TimeoutError", "")),
        st.sampled_from(("ApiError", "")),
    )


def several(agent: str, test: str, stop: str) -> Case:
    """Return the question about exceptions at up to three stages."""
    named = {"agent": agent, "stop": stop}
    stages = {stage: Act(raises=error) for stage, error in named.items() if error}
    last: Act = {**leaving(text=b"1"), "raises": test} if test else ONE
    return played(script(last, **stages))
