"""What a trial's verifier reads: what the tests left, what was there before, and from where."""

from hypothesis import strategies as st

from conformance.operations.clause import Cases, Check, Source, clause, common
from conformance.operations.run import sources
from conformance.operations.run.inputs import (
    FEW,
    NOTHING,
    OBJECT,
    ONE,
    SCRIPTED_AGENT,
    SEPARATE,
    SOME,
    VERIFIED_OR_NOT,
    ZERO,
    acts,
    leaving,
    of_tasks,
    one_trial,
    script,
    task,
    two_steps,
)
from conformance.operations.strategies.drawing import build, drawn
from conformance.protocol.scenario import Act, Settings, Task
from conformance.protocol.values import Case

LEVEL = common("valbaudo/dawn#14: an agent that writes reward.json, and a separate verifier")

_EARLY = (ONE, OBJECT, leaving(text=b""))
"""What someone leaves before the test script runs."""

_LATE: tuple[Act, ...] = (NOTHING, ZERO, leaving(text=None), {"exit": 1})
_LATE_AT_ALL: tuple[Act, ...] = (
    *_LATE, leaving(json=b'{"reward": 0}'), leaving(json=None), {"raises": "ValueError"},
    {**ZERO, "exit": 1},
)  # fmt: skip
_MOUNTED = st.booleans()

_FILES = Source(sources.VERIFIER, 209, 220, "if self.trial_paths.reward_json_path.exists():")


@clause("exit-code", Source(sources.VERIFIER, 193, 196, "await self.environment.exec("), _FILES)
@drawn(
    (ONE, NOTHING, leaving(text=b"x"), leaving(json=b'{"a": 1, "b": 2}')),
    (1, 0, 127),
    mounted=_MOUNTED,
)
def exit_codes(left: Act, code: int, *, mounted: bool) -> Case:
    """The exit code of the test script is ignored: only what it leaves behind counts."""
    return one_trial(script({**left, "exit": code}), mounted=mounted)


@clause(
    "reward-errors",
    _FILES,
    sources.RECORD,
    Source(sources.JOB_RESULT, 152, 156, "if trial_result.exception_info is not None:"),
)
def unreadable() -> Cases:
    """A trial without steps whose reward cannot be read has the error as its exception, unless it
    has one, and no verifier result; it counts as an error, and as 0 in the metrics."""
    left = (
        NOTHING, leaving(text=b""), leaving(text=b"x"), leaving(json=b""), leaving(json=b"[]"),
        leaving(json=b"null"), leaving(json=b"{}"), leaving(text=b"nan"),
    )  # fmt: skip
    return build(one_trial, [*map(script, left)], mounted=_MOUNTED)


def _left_early(stages: tuple[str, ...], config: str) -> Cases:
    """Return cases about reward files that someone leaves before the test script."""

    def stale(stage: str, early: Act, late: Act, *, mounted: bool) -> Case:
        return one_trial(script(late, **{stage: early}), config=config, mounted=mounted)

    return build(stale, stages, _EARLY, _LATE, mounted=_MOUNTED)


@drawn(
    (task("a"), task("a", (), SEPARATE), two_steps()),
    ("start", "agent", "setup", "upload", "verifier_start"),
    _EARLY,
    _LATE_AT_ALL,
    mounted=_MOUNTED,
)
def stale_anywhere(of: Task, stage: str, early: Act, late: Act, *, mounted: bool) -> Case:
    """Reward files left at any stage, by a task of one step or of two, and what becomes of them."""
    played: Task = {**of, "attempts": [[script(late, **{stage: early})]], "mounted": mounted}
    return of_tasks([played], {"agents": [SCRIPTED_AGENT]})


@clause(
    "stale-reward", Source(sources.SINGLE_STEP, 30, 43, "async def _run(self) -> None:"), _FILES
)
def stale_reward() -> tuple[Check, ...]:
    """In a task without steps whose verifier shares the agent's environment, a reward file left
    before the test script ran is read like the script's own, and a reward.json of the agent's wins
    over the script's reward.txt."""
    return (
        Check("left-early", _left_early(("agent", "start", "setup", "upload"), ""), effort=SOME),
        Check("left-at-any-stage", stale_anywhere(), effort=FEW),
    )


_CONFIGS = (
    "", SEPARATE, '[verifier]\nenvironment_mode = "shared"\n', "[verifier.environment]\n",
    '[verifier]\nenvironment_mode = "shared"\n[verifier.environment]\n',
    '[environment.healthcheck]\ncommand = "ready"\ninterval_sec = 0.0\n',
)  # fmt: skip


@drawn(
    _CONFIGS,
    ("start", "verifier_start", "verifier_stop", "stop", "upload"),
    acts(),
    VERIFIED_OR_NOT,
    mounted=_MOUNTED,
    fails=st.booleans(),
)
def verification(  # noqa: PLR0913 - where, when, and what goes wrong
    config: str, stage: str, left: Act, job: Settings, *, mounted: bool, fails: bool
) -> Case:
    """Verification that is disabled, done elsewhere, or given an environment."""
    failing: dict[str, Act] = {stage: {"raises": "RuntimeError"}} if fails else {}
    made = script(left, **failing)
    if "healthcheck" in config:
        made["commands"] = {"ready": [1, 1, int(fails)]}
    return of_tasks([task("a", [[made]], config, mounted=mounted)], job)


@clause(
    "separate-verifier",
    Source(sources.TRIAL, 472, 477, "async with self._separate_verifier_env("),
    Source(
        sources.TRIAL, 481, 481, "await target_env.empty_dirs([env_paths.verifier_dir], chmod=True)"
    ),
)
def separate_verifier() -> tuple[Check, ...]:
    """A verifier with its own environment reads only what its test script leaves there: its folder
    is emptied after that environment has started."""
    left_early = _left_early(("agent", "verifier_start", "start", "verifier_stop"), SEPARATE)
    return (
        Check("left-early", left_early, effort=SOME),
        Check("verified-anywhere", verification(), effort=FEW),
    )


@clause("disabled", Source(sources.SINGLE_STEP, 75, 76, "if self.config.verifier.disable:"))
@drawn(
    (ONE, NOTHING, Act(raises="ValueError")),
    ("", SEPARATE),
    several=(False, True),
    off=(True, False),
)
def switched_off(left: Act, config: str, *, several: bool, off: bool) -> Case:
    """If verification is disabled, there is no verifier result and no error, even with files in the
    verifier's folder."""
    without_tests: Task = {**task("b", dataset="d"), "files": {"tests/test.sh": None}}
    others = [without_tests, task("c", dataset="d")] if several else []
    tasks = [task("a", [[script(left)]], config), *others]
    return of_tasks(tasks, {"verifier": {"disable": off}})
