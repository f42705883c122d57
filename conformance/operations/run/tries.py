"""Retries: after which exceptions, how often, and what is kept."""

from collections.abc import Sequence

from hypothesis import strategies as st

from conformance.operations import sources
from conformance.operations.clause import Cases, Check, clause, common, rare
from conformance.operations.run import inputs
from conformance.operations.strategies.drawing import build, drawn, either, some
from conformance.protocol.scenario import Act, Script, Settings
from conformance.protocol.values import Case

LEVEL = common("langchain-ai/deepagents#4893: retries after exceptions, but for AgentTimeoutError")
_RARE = rare("exceptions that are named, and folders of earlier tries")

_TOKENS: Act = {"usage": {"n_input_tokens": 10, "cost_usd": 0.1}}

_NOT_BY_DEFAULT: tuple[Script, ...] = (
    {"test": inputs.NOTHING}, {"test": inputs.leaving(text=b"")},
    {"test": inputs.leaving(text=b"x")}, {"agent": {"raises": "TimeoutError"}, "test": inputs.ZERO},
    {"test": {"raises": "TimeoutError"}},
)  # fmt: skip
"""Tries that end in the exceptions after which nothing is tried again by default."""

_BY_DEFAULT: tuple[Script, ...] = (
    {"test": {"raises": "ApiError"}}, {"test": inputs.leaving(json=b"[]")},
    {"agent": {"raises": "NonZeroAgentExitCodeError"}, "test": inputs.ZERO},
    {"upload": {"raises": "OSError"}}, {"start": {"raises": "TimeoutError"}},
    {"setup": {"raises": "TimeoutError"}}, {"stop": {"raises": "ApiError"}, "test": inputs.ZERO},
)  # fmt: skip
"""Tries that end in exceptions after which another try is made by default."""

_ERRORS = (
    "ValueError", "ApiError", "AgentTimeoutError", "VerifierTimeoutError", "TimeoutError",
    "RewardFileEmptyError", "RewardFileNotFoundError", "VerifierOutputParseError",
    "EnvironmentStartTimeoutError", "AddTestsDirError", "NonZeroAgentExitCodeError",
)  # fmt: skip
_STAGES = {
    "EnvironmentStartTimeoutError": "start", "AddTestsDirError": "upload",
    "NonZeroAgentExitCodeError": "agent", "AgentTimeoutError": "agent",
}  # fmt: skip
"""Where an error comes from, if not from the test script."""


def _retry(
    most: int, included: Sequence[str] | None = None, excluded: Sequence[str] | None = None
) -> Settings:
    """Return the member of a job that says what is tried again."""
    retry: Settings = {"max_retries": most}
    if included is not None:
        retry["include_exceptions"] = [*included]
    if excluded is not None:
        retry["exclude_exceptions"] = [*excluded]
    return {"retry": retry}


@drawn(st.integers(1, 3), st.integers(0, 3), (Script(), Script(agent=_TOKENS)))
def failures_before_a_reward(failures: int, most: int, spent: Script) -> Case:
    """Up to three tries that fail, and fewer, as many or more retries."""
    failed: Script = {**spent, "test": {"raises": "ApiError"}}
    return inputs.one_trial(*[failed] * failures, {**spent, "test": inputs.ONE}, job=_retry(most))


@clause("retries", sources.QUEUE.lines(111, 131), sources.JOB.lines(409, 420))
def retries() -> tuple[Check, ...]:
    """A trial that ends in an exception is tried up to max_retries more times; only the last try
    counts, with its rewards and its usage, and n_retries counts the others."""
    failures = [
        inputs.raising(_STAGES.get(error, "test"), error, inputs.NOTHING) for error in _ERRORS
    ]
    unreadable = [inputs.script(inputs.leaving(text=b"")), inputs.script(inputs.leaving(text=b"x"))]
    failed = some(either(failures, unreadable), 1, 3)
    last = either([inputs.script(inputs.ONE), inputs.script(inputs.HALF)], failures)
    tries = build(lambda failed, last: [*failed, last], failed, last)
    two = ["ApiError", "VerifierTimeoutError"]
    names: tuple[Sequence[str] | None, ...] = (None, [], ["ValueError"], two, _ERRORS)
    jobs = build(_retry, st.integers(0, 3), names, names)
    any_tries = build(inputs.one_task, some(tries, 1, 2), jobs).map(inputs.case)
    return (
        Check("failures-before-a-reward", failures_before_a_reward(), effort=inputs.SOME),
        Check("any-tries", any_tries, effort=inputs.FEW),
    )


_SHOULD = sources.QUEUE.lines(70, 90)


@clause("not-retried", sources.JOB_CONFIG.lines(231, 241), _SHOULD)
def any_failure() -> Cases:
    """Unless the job names others, nothing is tried again after AgentTimeoutError,
    VerifierTimeoutError, RewardFileNotFoundError, RewardFileEmptyError and
    VerifierOutputParseError, and everything else is, rewards or not."""
    tries = _NOT_BY_DEFAULT + _BY_DEFAULT
    jobs = (_retry(1), _retry(1, excluded=()))
    return build(inputs.one_trial, tries, *map(st.just, inputs.rewarded(b"1")), job=jobs)


@clause("retried-names", _SHOULD, level=_RARE, check="names", effort=inputs.EVERY)
@drawn(
    ("ValueError", "FileNotFoundError", "RewardFileNotFoundError"),
    (None, ["ValueError"], ["Exception", "OSError"], []),
    (["ValueError"], ["OSError", "Value"], None),
)
def retried_names(raised: str, included: list[str] | None, excluded: list[str] | None) -> Case:
    """Exceptions are included and excluded by their own name, not by that of a base class; an
    excluded name is not tried again even if included, and an empty list counts as none."""
    tries: list[Script] = [{"test": {"raises": raised}}, *inputs.rewarded(b"1")]
    return inputs.one_trial(*tries, job=_retry(1, included, excluded))


@clause("clean-retries", sources.QUEUE.lines(133), level=_RARE)
@drawn(
    ("test", "agent", "start"),
    (inputs.ONE, inputs.OBJECT),
    (inputs.NOTHING, inputs.ZERO),
    mounted=st.booleans(),
)
def left_by_a_try(stage: str, left: Act, then: Act, *, mounted: bool) -> Case:
    """A try finds nothing of what an earlier one left: its trial's folder is removed."""
    failed: Act = {**left, "raises": "ApiError"}
    return inputs.one_trial(
        inputs.script(inputs.NOTHING, **{stage: failed}),
        {"test": then},
        mounted=mounted,
        job=_retry(1),
    )
