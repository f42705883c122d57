"""Exceptions at the stages of a trial: which of them is recorded, and what is verified then."""

from collections.abc import Sequence

from hypothesis import strategies as st

from conformance.operations.clause import Cases, Source, clause, common, rare
from conformance.operations.run import sources
from conformance.operations.run.inputs import (
    NOTHING,
    ONE,
    SCRIPTED_AGENT,
    SEPARATE,
    VERIFIED_OR_NOT,
    acts,
    leaving,
    of_tasks,
    one_trial,
    raising,
    script,
    task,
)
from conformance.operations.strategies.drawing import build, drawn, either
from conformance.protocol.scenario import Act, Script, Settings
from conformance.protocol.values import Case

LEVEL = rare("an environment or a verifier that fails")
_COMMON = common("NVIDIA-NeMo/nemo-platform#1792: an agent's timeout with a reward of 0.8")

_STAGES = ("test", "agent", "start", "setup", "upload", "download", "stop")
_ERRORS = (
    "ValueError", "RuntimeError", "TimeoutError", "NonZeroAgentExitCodeError", "ApiError",
    "AgentTimeoutError", "VerifierTimeoutError", "RewardFileNotFoundError", "FileNotFoundError",
    "VerifierOutputParseError", "AgentSetupTimeoutError", "HealthcheckError", "CancelledError",
)  # fmt: skip
_VERIFIED = ("NonZeroAgentExitCodeError", "AgentTimeoutError", "TimeoutError")
_NOT_VERIFIED = ("RuntimeError", "ValueError", "ApiError", "RewardFileEmptyError")
_HEALTHCHECK = '[environment.healthcheck]\ncommand = "ready"\ninterval_sec = 0.0\nretries = 2\n'


@drawn(build(raising, _STAGES, _ERRORS, acts()), VERIFIED_OR_NOT, mounted=st.booleans())
def exceptions(played: Script, job: Settings, *, mounted: bool) -> Case:
    """Any exception at any stage of one of two trials, with or without a reward file."""
    tasks = [task("a", [[played]], mounted=mounted), task("b")]
    return of_tasks(tasks, {"agents": [SCRIPTED_AGENT], **job})


_AGENT = Source(
    sources.SINGLE_STEP, 69, 70, "except (AgentTimeoutError, NonZeroAgentExitCodeError) as exc:"
)


@clause("failed-agent", _AGENT, sources.AGENT_TIMEOUT, level=_COMMON)
def agents_that_fail() -> Cases:
    """After an agent's timeout, or a NonZeroAgentExitCodeError, the trial is verified all the same
    and may have both an exception and rewards."""
    return _failing_agents(_VERIFIED)


@clause("broken-agent", _AGENT, sources.RUN, level=_COMMON)
def agents_that_break() -> Cases:
    """In a task without steps, nothing is verified after any other exception of the agent, and
    there is no verifier result."""
    return _failing_agents(_NOT_VERIFIED)


def _failing_agents(errors: Sequence[str]) -> Cases:
    return _failing(("agent",), errors, (ONE, leaving(text=b"x"), NOTHING))


def _failing(stages: Sequence[str], errors: Sequence[str], left: Sequence[Act]) -> Cases:
    """Return cases about one of these errors at one of these stages."""
    return build(one_trial, build(raising, stages, errors, left), mounted=st.booleans())


@clause(
    "before-agent",
    Source(sources.TRIAL, 317, 323, "async def _prepare(self) -> None:"),
    sources.RUN,
    sources.START_TIMEOUT,
    sources.SETUP_TIMEOUT,
    Source("harbor/environments/base.py", 943, 947, "if consecutive_failures >= hc.retries:"),
)
def starts_and_set_ups() -> Cases:
    """An exception while the environment starts, becomes healthy, or the agent is set up is the
    trial's exception, and neither the agent nor the verifier runs."""
    errors = ("ValueError", "TimeoutError", "ApiError")
    failing = build(raising, ("start", "setup"), errors, st.just(ONE)).map(one_trial)
    unhealthy = [
        one_trial({"test": ONE, "commands": {"ready": codes}}, config=_HEALTHCHECK)
        for codes in ([1], [0], [1, 0])
    ]
    return either(failing, unhealthy)


@clause(
    "verifier-exceptions",
    Source(sources.VERIFIER, 149, 151, "raise AddTestsDirError("),
    Source(sources.VERIFIER, 198, 207, "if not self.environment.capabilities.mounted:"),
    sources.VERIFIER_TIMEOUT,
)
def verifiers_that_break() -> Cases:
    """What fails while tests are uploaded is an AddTestsDirError, while the verifier's folder is
    downloaded a DownloadVerifierDirError, and while the tests run it keeps its name, but for
    timeouts; in each case there is no verifier result."""
    errors = ("ValueError", "TimeoutError", "FileNotFoundError", "ApiError")
    return _failing(("upload", "test", "download"), errors, (ONE, NOTHING))


@clause(
    "stop-exceptions",
    Source(sources.TRIAL, 823, 844, "async def _stop_agent_environment(self) -> None:"),
    Source(
        sources.TRIAL,
        555,
        557,
        "await asyncio.shield(env.stop(delete=self.config.environment.delete))",
    ),
)
def stops_that_fail() -> Cases:
    """An exception while the agent's environment is stopped becomes the trial's and leaves its
    rewards; one while the verifier's own is stopped is forgotten."""
    errors = ("ApiError", "TimeoutError")
    scripts = build(raising, ("stop", "verifier_stop"), errors, (ONE, NOTHING))
    return build(one_trial, scripts, config=("", SEPARATE))


@clause("first-exception", sources.RECORD)
@drawn(
    ("NonZeroAgentExitCodeError", "AgentTimeoutError", "ValueError", ""),
    ("RuntimeError", "TimeoutError", ""),
    ("ApiError", ""),
)
def several_exceptions(agent: str, test: str, stop: str) -> Case:
    """Of several exceptions of one trial the first is recorded."""
    errors = {"agent": agent, "stop": stop}
    stages = {stage: Act(raises=error) for stage, error in errors.items() if error}
    return one_trial(script({**ONE, "raises": test} if test else ONE, **stages))
