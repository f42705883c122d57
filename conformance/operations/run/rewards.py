"""What a trial's verifier reads: what the tests left, what was there before, and from where."""

from hypothesis import strategies as st

from conformance.operations import sources
from conformance.operations.clause import Cases, Check, clause, common
from conformance.operations.run import inputs
from conformance.operations.strategies.drawing import build, drawn
from conformance.protocol.scenario import Act, Settings, Task
from conformance.protocol.values import Case

LEVEL = common("valbaudo/dawn#14: an agent that writes reward.json, and a separate verifier")

_EARLY = (inputs.ONE, inputs.OBJECT, inputs.leaving(text=b""))
"""What someone leaves before the test script runs."""

_LATE: tuple[Act, ...] = (inputs.NOTHING, inputs.ZERO, inputs.leaving(text=None), {"exit": 1})
_LATE_AT_ALL: tuple[Act, ...] = (
    *_LATE, inputs.leaving(json=b'{"reward": 0}'), inputs.leaving(json=None),
    {"raises": "ValueError"}, {**inputs.ZERO, "exit": 1},
)  # fmt: skip
_ONE_OR_NONE = (inputs.ONE, inputs.NOTHING)
_MOUNTED = st.booleans()


@clause("exit-code", sources.VERIFIER.lines(193, 196), sources.CHOICE)
@drawn(
    (*_ONE_OR_NONE, inputs.leaving(text=b"x"), inputs.leaving(json=b'{"a": 1, "b": 2}')),
    (1, 0, 127),
    mounted=_MOUNTED,
)
def exit_codes(left: Act, code: int, *, mounted: bool) -> Case:
    """The exit code of the test script is ignored: only what it leaves behind counts."""
    return inputs.one_trial(inputs.script({**left, "exit": code}), mounted=mounted)


@clause("reward-errors", sources.CHOICE, sources.RECORD, sources.STATS.lines(152, 156))
def unreadable() -> Cases:
    """A trial without steps whose reward cannot be read has the error as its exception, unless it
    has one, and no verifier result; it counts as an error, and as 0 in the metrics."""
    left = (
        inputs.NOTHING, inputs.leaving(text=b""), inputs.leaving(text=b"x"),
        inputs.leaving(json=b""), inputs.leaving(json=b"[]"), inputs.leaving(json=b"null"),
        inputs.leaving(json=b"{}"), inputs.leaving(text=b"nan"),
    )  # fmt: skip
    return build(inputs.one_trial, [*map(inputs.script, left)], mounted=_MOUNTED)


def _left_early(stages: tuple[str, ...], config: str) -> Cases:
    """Return cases about reward files that someone leaves before the test script."""

    def stale(stage: str, early: Act, late: Act, *, mounted: bool) -> Case:
        return inputs.one_trial(
            inputs.script(late, **{stage: early}), config=config, mounted=mounted
        )

    return build(stale, stages, _EARLY, _LATE, mounted=_MOUNTED)


@drawn(
    (inputs.task("a"), inputs.task("a", (), inputs.SEPARATE), inputs.two_steps()),
    ("start", "agent", "setup", "upload", "verifier_start"),
    _EARLY,
    _LATE_AT_ALL,
    mounted=_MOUNTED,
)
def stale_anywhere(of: Task, stage: str, early: Act, late: Act, *, mounted: bool) -> Case:
    """Reward files left at any stage, by a task of one step or of two, and what becomes of them."""
    played: Task = {**of, "attempts": [[inputs.script(late, **{stage: early})]], "mounted": mounted}
    return inputs.of_tasks([played], {"agents": [inputs.SCRIPTED_AGENT]})


@clause("stale-reward", sources.SINGLE_STEP.lines(30, 43), sources.CHOICE)
def stale_reward() -> tuple[Check, ...]:
    """In a task without steps whose verifier shares the agent's environment, a reward file left
    before the test script ran is read like the script's own, and a reward.json of the agent's wins
    over the script's reward.txt."""
    return (
        Check(
            "left-early", _left_early(("agent", "start", "setup", "upload"), ""), effort=inputs.SOME
        ),
        Check("left-at-any-stage", stale_anywhere(), effort=inputs.FEW),
    )


_CONFIGS = (
    "", inputs.SEPARATE, '[verifier]\nenvironment_mode = "shared"\n', "[verifier.environment]\n",
    '[verifier]\nenvironment_mode = "shared"\n[verifier.environment]\n',
    '[environment.healthcheck]\ncommand = "ready"\ninterval_sec = 0.0\n',
)  # fmt: skip


@drawn(
    _CONFIGS,
    ("start", "verifier_start", "verifier_stop", "stop", "upload"),
    inputs.acts(),
    inputs.VERIFIED_OR_NOT,
    mounted=_MOUNTED,
    fails=st.booleans(),
)
def verification(  # noqa: PLR0913 - where, when, and what goes wrong
    config: str, stage: str, left: Act, job: Settings, *, mounted: bool, fails: bool
) -> Case:
    """Verification that is disabled, done elsewhere, or given an environment."""
    failing: dict[str, Act] = {stage: {"raises": "RuntimeError"}} if fails else {}
    made = inputs.script(left, **failing)
    if "healthcheck" in config:
        made["commands"] = {"ready": [1, 1, int(fails)]}
    return inputs.of_tasks([inputs.task("a", [[made]], config, mounted=mounted)], job)


@clause("separate-verifier", sources.TRIAL.lines(472, 477), sources.TRIAL.lines(481))
def separate_verifier() -> tuple[Check, ...]:
    """A verifier with its own environment reads only what its test script leaves there: its folder
    is emptied after that environment has started."""
    left_early = _left_early(("agent", "verifier_start", "start", "verifier_stop"), inputs.SEPARATE)
    return (
        Check("left-early", left_early, effort=inputs.SOME),
        Check("verified-anywhere", verification(), effort=inputs.FEW),
    )


@clause("disabled", sources.SINGLE_STEP.lines(75, 76))
@drawn(
    (*_ONE_OR_NONE, Act(raises="ValueError")),
    ("", inputs.SEPARATE),
    several=(False, True),
    off=(True, False),
)
def switched_off(left: Act, config: str, *, several: bool, off: bool) -> Case:
    """If verification is disabled, there is no verifier result and no error, even with files in the
    verifier's folder."""
    without_tests: Task = {**inputs.task("b", dataset="d"), "files": {"tests/test.sh": None}}
    others = [without_tests, inputs.task("c", dataset="d")] if several else []
    tasks = [inputs.task("a", [[inputs.script(left)]], config), *others]
    return inputs.of_tasks(tasks, {"verifier": {"disable": off}})
