"""Tasks of several steps: which of them are played, and what they count for."""

from hypothesis import strategies as st

from conformance.operations import sources
from conformance.operations.clause import Check, clause, common, rare
from conformance.operations.run import inputs
from conformance.operations.strategies.drawing import build, drawn, rows, some
from conformance.protocol.scenario import Act, ScenarioStep, Settings, Task
from conformance.protocol.values import Case

LEVEL = common("agent-learning-bench/web-exploration averages 187 steps")
_RARE = rare("a step that fails, or that leaves files for the next")

_LEAST = ("min_reward = 0.5", "min_reward = 0", "min_reward = {a = 1}", "min_reward = nan")
_SEPARATE, _SHARED = (f'verifier.environment_mode = "{mode}"' for mode in ("separate", "shared"))
_SET_UP = "bash /setup.sh"
"""The command of a step's set-up script, which is uploaded to the environment's root."""

_ACTS: tuple[Act, ...] = (
    inputs.ONE, inputs.ZERO, inputs.HALF, inputs.leaving(json=b'{"a": 1, "b": 0.5}'),
    inputs.leaving(json=b'{"b": 1, "reward": 0.25}'), inputs.leaving(json=b"{}"),
    inputs.leaving(json=b"null"), inputs.leaving(text=b"nan"), inputs.leaving(text=b"x"),
    inputs.NOTHING, {"raises": "ValueError"}, {**inputs.ONE, "raises": "ValueError"},
    inputs.leaving(text=b"0.1"), inputs.leaving(json=b'{"a": 0.2, "c": 3}'),
)  # fmt: skip
"""What the test script of any step may do."""

_FAILING: tuple[ScenarioStep, ...] = (
    {"test": {"raises": "ApiError"}}, {"test": inputs.NOTHING}, {"test": inputs.leaving(text=b"x")},
    {"upload": {"raises": "OSError"}, "test": inputs.ONE},
    {"agent": {"raises": "ApiError"}, "test": inputs.NOTHING}, {"test": {"raises": "TimeoutError"}},
)  # fmt: skip
"""Steps that end without a reward."""

_FAILURES: dict[str, ScenarioStep] = {
    "agent": {"agent": {"raises": "NonZeroAgentExitCodeError"}},
    "upload": {"upload": {"raises": "OSError"}},
    "verifier-start": {"verifier_start": {"raises": "RuntimeError"}}, "set-up": {}, "none": {},
}  # fmt: skip
"""What may fail in any step; a set-up script does by its exit code."""


def played(
    of: Task,
    *steps: ScenarioStep,
    job: Settings | None = None,
    commands: dict[str, list[int]] | None = None,
) -> Case:
    """Return the case about one trial with these steps."""
    made: Task = {**of, "attempts": [[{"steps": list(steps), "commands": commands or {}}]]}
    return inputs.of_tasks([made], {"agents": [inputs.SCRIPTED_AGENT], **(job or {})})


def _set_up(of: Task, *names: str) -> Task:
    """Return a task of which the steps of these names have a set-up script."""
    scripts = {f"steps/{name}/workdir/setup.sh": "exit 1" for name in names}
    return {**of, "files": {**of["files"], **scripts}}


def _any_steps(strategy: str, drawn: list[tuple[Act, str]]) -> Case:
    made = inputs.stepping([line for _, line in drawn], strategy)
    return played(made, *(ScenarioStep(test=act) for act, _ in drawn))


@drawn(
    rows(1, 3, _ACTS[:6], tuple(_FAILURES), ("", _SEPARATE, _SHARED)),
    inputs.VERIFIED_OR_NOT | st.just(Settings(retry={"max_retries": 1})),
    mounted=st.booleans(),
)
def any_failures(each: list[tuple[Act, str, str]], job: Settings, *, mounted: bool) -> Case:
    """Steps that fail before, in or after the agent's turn, or are verified elsewhere."""
    named = zip(inputs.STEP_NAMES, each, strict=False)
    of = inputs.stepping([mode for _, _, mode in each])
    made = _set_up(of, *(name for name, (_, failure, _) in named if failure == "set-up"))
    made["mounted"] = mounted
    steps: list[ScenarioStep] = [{"test": act, **_FAILURES[failure]} for act, failure, _ in each]
    return played(made, *steps, job=job, commands={_SET_UP: [0, 1]})


@clause("steps", sources.MULTI_STEP.lines(32, 49), sources.MULTI_STEP.lines(196, 201))
def steps() -> tuple[Check, ...]:
    """Steps are played in their order, each with a result of its own, and the trial's rewards are
    the last one's with the strategy final, and otherwise the mean over them."""
    # Two or three steps and how a trial's reward is made of theirs.
    objects = [inputs.leaving(json=json) for json in (b'{"reward": 1, "a": 2}', b"{}")]
    acts = (*_ACTS[:3], *objects)
    step_rewards = build(_any_steps, ("mean", "final", ""), some([(act, "") for act in acts], 2, 3))
    # One to four steps, their rewards, thresholds and strategies.
    further = ("min_reward = {reward = 0.5, b = 0}", "min_reward = 1")
    steps = rows(1, 4, _ACTS, (*("",) * 4, *_LEAST, *further))
    return (
        Check("rewards-of-steps", step_rewards, effort=inputs.SOME),
        Check("any-failures", any_failures(), effort=inputs.FEW),
        Check("any-steps", build(_any_steps, ("", "mean", "final"), steps), effort=inputs.FEW),
    )


_STOP = sources.MULTI_STEP.lines(164, 194)


@clause("min-reward", _STOP, sources.MULTI_STEP.lines(233, 248))
@drawn(
    _LEAST,
    (
        inputs.HALF,
        inputs.ZERO,
        inputs.leaving(text=b"nan"),
        *(inputs.leaving(json=j) for j in (b'{"a": 1}', b"{}", b"null")),
    ),
)
def thresholds(line: str, act: Act) -> Case:
    """A step whose reward, or any of the named rewards, is missing or below min_reward is the last
    one; equal is enough, and against nan nothing is below."""
    return _any_steps("", [(act, line), (inputs.ONE, "")])


@clause("step-failure", _STOP, sources.MULTI_STEP.lines(159, 160), level=_RARE)
@drawn(_FAILING, ((1, 0, 2), (0, 1, 2)), ("mean", "final"))
def failing_steps(failed: ScenarioStep, order: tuple[int, ...], strategy: str) -> Case:
    """A step with an exception and no verifier result is the last one, but its exception is not the
    trial's: nothing is counted as an error and nothing is tried again."""
    steps: tuple[ScenarioStep, ...] = (failed, {"test": inputs.ONE}, {"test": inputs.HALF})
    retry: Settings = {"retry": {"max_retries": 1, "exclude_exceptions": []}}
    return played(
        inputs.stepping([""] * 3, strategy), *(steps[place] for place in order), job=retry
    )


@clause("step-agent", sources.MULTI_STEP.lines(117, 118), _STOP, level=_RARE)
@drawn(
    ("NonZeroAgentExitCodeError", "ValueError", "TimeoutError", "ApiError"),
    st.integers(0, 1),
    (inputs.ONE, inputs.HALF),
)
def agents_that_fail(error: str, place: int, left: Act) -> Case:
    """After any exception of the agent in a step the step is verified all the same, and with a
    verifier result the next one follows."""
    steps: list[ScenarioStep] = [{"test": left}, {"test": inputs.ZERO}]
    steps[place]["agent"] = {"raises": error}
    return played(inputs.two_steps(), *steps)


@clause(
    "step-preparation",
    sources.MULTI_STEP.lines(296, 320),
    sources.MULTI_STEP.lines(332, 334),
    sources.MULTI_STEP.lines(73, 75),
    level=_RARE,
)
@drawn(st.integers(0, 1), (1, 0, 2), (0, 1))
def set_ups_and_health_checks(place: int, setup: int, ready: int) -> Case:
    """A step whose set-up script or health check fails, with RuntimeError and HealthcheckError,
    runs neither its agent nor its tests, and is the last one."""
    lines = ["", ""]
    lines[place] = 'healthcheck = {command = "ready", interval_sec = 0.0, retries = 1}'
    made = _set_up(inputs.stepping(lines), inputs.STEP_NAMES[place])
    return played(
        made,
        {"test": inputs.ONE},
        {"test": inputs.HALF},
        commands={_SET_UP: [setup], "ready": [ready]},
    )


@clause(
    "step-stale-reward",
    sources.MULTI_STEP.lines(276, 283),
    sources.MULTI_STEP.lines(336, 345),
    level=_RARE,
)
@drawn(
    (
        inputs.two_steps(),
        Task(**{**inputs.two_steps(), "mounted": False}),
        inputs.stepping([_SEPARATE] * 2),
    ),
    (inputs.ONE, inputs.OBJECT),
    (inputs.NOTHING, inputs.ZERO),
    st.integers(0, 1),
)
def left_early(of: Task, early: Act, late: Act, place: int) -> Case:
    """In a step only what its own test script leaves counts: the verifier's folder is emptied
    before it, and moved away after it."""
    steps: list[ScenarioStep] = [{"test": inputs.HALF}, {"test": inputs.HALF}]
    steps[place] = {"agent": early, "test": late}
    return played(of, *steps)
