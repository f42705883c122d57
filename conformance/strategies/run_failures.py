"""Scenarios in which something goes wrong: exceptions, retries and timeouts."""

from typing import cast

from hypothesis import strategies as st

from conformance.model import Case, Value
from conformance.scenario import Act, Script
from conformance.strategies.run import (
    ONE_AT_A_TIME,
    SCRIPTED_AGENT,
    Cases,
    acts,
    case,
    leaving,
    rewarded,
    scenario,
    task,
    tested,
)

_STAGES = ("test", "agent", "start", "setup", "upload", "download", "stop")
_ERRORS = (
    "ValueError", "RuntimeError", "TimeoutError", "NonZeroAgentExitCodeError", "ApiError",
    "AgentTimeoutError", "VerifierTimeoutError", "RewardFileNotFoundError", "FileNotFoundError",
    "VerifierOutputParseError", "AgentSetupTimeoutError", "HealthcheckError", "CancelledError",
)  # fmt: skip
_RETRIED = (
    "ValueError", "ApiError", "AgentTimeoutError", "VerifierTimeoutError", "TimeoutError",
    "RewardFileEmptyError", "RewardFileNotFoundError", "VerifierOutputParseError",
    "EnvironmentStartTimeoutError", "AddTestsDirError", "NonZeroAgentExitCodeError",
)  # fmt: skip
_NO_REWARD = (b"", b"x")

_TIMEOUTS = (
    "[agent]\ntimeout_sec = 0.0\n",
    "[verifier]\ntimeout_sec = 0.0\n",
    "[environment]\nbuild_timeout_sec = 0.0\n",
    "[agent]\ntimeout_sec = 0.0\n[verifier]\ntimeout_sec = 0.0\n",
    "[agent]\ntimeout_sec = -1.0\n",
)
_LIMITS: tuple[dict[str, Value], ...] = (
    {},
    {"agent_timeout_multiplier": 0.0},
    {"verifier_timeout_multiplier": 0.0},
    {"environment_build_timeout_multiplier": 0.0},
    {"agent_setup_timeout_multiplier": 0.0},
    {"timeout_multiplier": 0.0},
    {"timeout_multiplier": 0.0, "verifier_timeout_multiplier": 1.0},
    {"agents": [{"name": "nop", "override_setup_timeout_sec": 0.0}]},
    {"agents": [{"name": "nop", "override_timeout_sec": 0.0}]},
    {"agents": [{"name": "nop", "max_timeout_sec": 0.0}]},
    {"verifier": {"override_timeout_sec": 60.0}},
    {"verifier": {"max_timeout_sec": 0.0}},
)


def exceptions() -> Cases:
    """One exception at one stage, with or without a reward file."""
    return st.builds(
        _raising,
        st.sampled_from(_STAGES),
        st.sampled_from(_ERRORS),
        acts(),
        st.booleans(),
        st.booleans(),
    )


def _raising(stage: str, error: str, left: Act, mounted: bool, disabled: bool) -> Case:  # noqa: FBT001 - st.builds draws them
    script: Script = {"test": left}
    script = with_act(
        script,
        stage,
        {**script.get("test", {}), "raises": error} if stage == "test" else {"raises": error},
    )
    played = task("a", [[script]])
    if not mounted:
        played["mounted"] = False
    job: dict[str, Value] = {"agents": [SCRIPTED_AGENT]}
    if disabled:
        job["verifier"] = {"disable": True}
    return case(scenario([played, task("b")], job))


def with_act(script: Script, stage: str, act: Act) -> Script:
    """Return the script with another act at a stage."""
    return cast("Script", {**script, stage: act})


def retries() -> Cases:
    """Tries that fail in one way or another, and settings of what is tried again."""
    failures = st.sampled_from(_RETRIED).map(_try_that_raises)
    empty = st.sampled_from(_NO_REWARD).map(lambda text: rewarded(text)[0])
    last = st.sampled_from((b"1", b"0.5")).map(lambda text: rewarded(text)[0])
    tries = st.builds(
        lambda failed, ended: [*failed, ended],
        st.lists(st.one_of(failures, empty), min_size=1, max_size=3),
        st.one_of(last, failures),
    )
    some = st.sampled_from(
        (None, [], ["ValueError"], ["ApiError", "VerifierTimeoutError"], list(_RETRIED))
    )
    return st.builds(
        _retried, st.lists(tries, min_size=1, max_size=2), st.integers(0, 3), some, some
    )


def _try_that_raises(error: str) -> Script:
    stages = {
        "EnvironmentStartTimeoutError": "start",
        "AddTestsDirError": "upload",
        "NonZeroAgentExitCodeError": "agent",
        "AgentTimeoutError": "agent",
    }
    return with_act({}, stages.get(error, "test"), {"raises": error})


def _retried(
    attempts: list[list[Script]], most: int, included: list[str] | None, excluded: list[str] | None
) -> Case:
    retry: dict[str, Value] = {"max_retries": most}
    if included is not None:
        retry["include_exceptions"] = list(included)
    if excluded is not None:
        retry["exclude_exceptions"] = list(excluded)
    job: dict[str, Value] = {"retry": retry, "agents": [SCRIPTED_AGENT]}
    return case(scenario([task("a", attempts)], {**job, "n_attempts": len(attempts)}))


def timeouts() -> Cases:
    """Timeouts of no time at all, in task.toml and in the job, which need no waiting."""
    configs = st.sampled_from((*_TIMEOUTS, ""))
    return st.builds(_limited, configs, st.sampled_from(_LIMITS), acts())


def _limited(config: str, limits: dict[str, Value], left: Act) -> Case:
    timed = config or "[agent]\ntimeout_sec = 60.0\n"
    return case(scenario([task("a", [tested(left)], timed)], limits))


def hanging() -> Cases:
    """Stages that hang until a timeout of a few hundredths of a second, or do not hang."""
    stages = st.sampled_from(("test", "agent", "start", "setup", "upload"))
    return st.builds(_hanging, stages, st.sampled_from((b"1", b"0.5", b"x")), st.integers(0, 1))


def _hanging(stage: str, text: bytes, retries_: int) -> Case:
    hung = with_act(
        {"test": leaving(text=text)},
        stage,
        {**(leaving(text=text) if stage == "test" else {}), "hangs": True},
    )
    limits: dict[str, Value] = {
        "agents": [{**SCRIPTED_AGENT, "override_setup_timeout_sec": 0.03}],
        "retry": {"max_retries": retries_, "exclude_exceptions": []},
    }
    config = (
        "[agent]\ntimeout_sec = 0.03\n[verifier]\ntimeout_sec = 0.03\n"
        "[environment]\nbuild_timeout_sec = 0.03\n"
    )
    played = task("a", [[hung, *rewarded(b"1")]], config)
    return case(scenario([played], {**limits, **ONE_AT_A_TIME}))


def stale() -> Cases:
    """Reward files that are there before the test script runs, and what becomes of them."""
    early = st.sampled_from(
        (leaving(text=b"1"), leaving(json=b'{"reward": 0.25}'), leaving(text=b""))
    )
    late: st.SearchStrategy[Act] = st.sampled_from(
        (
            Act(),
            leaving(text=b"0"),
            leaving(json=b'{"reward": 0}'),
            leaving(text=None),
            leaving(json=None),
            {"raises": "ValueError"},
            {"exit": 1},
            {**leaving(text=b"0"), "exit": 1},
        )
    )
    modes = st.sampled_from(("", _SEPARATE, _STEPS))
    stages = st.sampled_from(("start", "agent", "setup", "upload", "verifier_start"))
    return st.builds(_stale, stages, early, late, modes, st.booleans())


_SEPARATE = '[verifier]\nenvironment_mode = "separate"\n'
_STEPS = '[[steps]]\nname = "one"\n[[steps]]\nname = "two"\n'


def _stale(stage: str, early: Act, late: Act, config: str, mounted: bool) -> Case:  # noqa: FBT001 - st.builds draws it
    script = with_act({"test": late}, stage, early)
    played = task("a", [[script]], config)
    if config == _STEPS:
        played["files"] = {"steps/one/instruction.md": "", "steps/two/instruction.md": ""}
    if not mounted:
        played["mounted"] = False
    return case(scenario([played], {"agents": [SCRIPTED_AGENT]}))
