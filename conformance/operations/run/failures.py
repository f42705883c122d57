"""Exceptions at the stages of a trial: which of them is recorded, and what is verified then."""

from collections.abc import Sequence

from hypothesis import strategies as st

from conformance.operations import sources
from conformance.operations.clause import Cases, clause, common, rare
from conformance.operations.run import inputs
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


@drawn(
    build(inputs.raising, _STAGES, _ERRORS, inputs.acts()),
    inputs.VERIFIED_OR_NOT,
    mounted=st.booleans(),
)
def exceptions(played: Script, job: Settings, *, mounted: bool) -> Case:
    """Any exception at any stage of one of two trials, with or without a reward file."""
    tasks = [inputs.task("a", [[played]], mounted=mounted), inputs.task("b")]
    return inputs.of_tasks(tasks, {"agents": [inputs.SCRIPTED_AGENT], **job})


_AGENT = sources.SINGLE_STEP.lines(69, 70)


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
    return _failing(("agent",), errors, (inputs.ONE, inputs.leaving(text=b"x"), inputs.NOTHING))


def _failing(stages: Sequence[str], errors: Sequence[str], left: Sequence[Act]) -> Cases:
    """Return cases about one of these errors at one of these stages."""
    return build(
        inputs.one_trial, build(inputs.raising, stages, errors, left), mounted=st.booleans()
    )


@clause(
    "before-agent",
    sources.TRIAL.lines(317, 323),
    sources.RUN,
    sources.START_TIMEOUT,
    sources.SETUP_TIMEOUT,
    sources.ENVIRONMENT_BASE.lines(943, 947),
)
def starts_and_set_ups() -> Cases:
    """An exception while the environment starts, becomes healthy, or the agent is set up is the
    trial's exception, and neither the agent nor the verifier runs."""
    errors = ("ValueError", "TimeoutError", "ApiError")
    failing = build(inputs.raising, ("start", "setup"), errors, st.just(inputs.ONE)).map(
        inputs.one_trial
    )
    unhealthy = [
        inputs.one_trial({"test": inputs.ONE, "commands": {"ready": codes}}, config=_HEALTHCHECK)
        for codes in ([1], [0], [1, 0])
    ]
    return either(failing, unhealthy)


@clause(
    "verifier-exceptions",
    sources.VERIFIER.lines(149, 151),
    sources.VERIFIER.lines(198, 207),
    sources.VERIFIER_TIMEOUT,
)
def verifiers_that_break() -> Cases:
    """What fails while tests are uploaded is an AddTestsDirError, while the verifier's folder is
    downloaded a DownloadVerifierDirError, and while the tests run it keeps its name, but for
    timeouts; in each case there is no verifier result."""
    errors = ("ValueError", "TimeoutError", "FileNotFoundError", "ApiError")
    return _failing(("upload", "test", "download"), errors, (inputs.ONE, inputs.NOTHING))


@clause("stop-exceptions", sources.TRIAL.lines(823, 844), sources.TRIAL.lines(555, 557))
def stops_that_fail() -> Cases:
    """An exception while the agent's environment is stopped becomes the trial's and leaves its
    rewards; one while the verifier's own is stopped is forgotten."""
    errors = ("ApiError", "TimeoutError")
    scripts = build(inputs.raising, ("stop", "verifier_stop"), errors, (inputs.ONE, inputs.NOTHING))
    return build(inputs.one_trial, scripts, config=("", inputs.SEPARATE))


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
    return inputs.one_trial(
        inputs.script({**inputs.ONE, "raises": test} if test else inputs.ONE, **stages)
    )
