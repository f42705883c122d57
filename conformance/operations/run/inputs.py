"""Parts of cases about whole jobs: tasks, attempts, tries, and the files that each leaves.

The first check of a clause draws from few scenarios, each of which shows the clause
and little else. Where a clause has a further check, it draws from wider ones, in which
anything else that can happen may happen at the same time.
"""

from collections.abc import Iterable, Sequence
from typing import cast

from hypothesis import strategies as st

from conformance.protocol.scenario import Act, Scenario, Script, Session, Settings, Task
from conformance.protocol.values import Case, Value

SOME = 0.06
"""The part of a profile's cases that is run here: a job takes harbor some 25 ms."""

EVERY = 0.1
"""The part that is enough to run every case of a table."""

FEW = 0.03
"""The part for wider scenarios."""

SCRIPTED_AGENT: Settings = {"import_path": "oracle.scripted:ScriptedAgent"}
"""harbor's no-op agent, which a script can have fail, hang or report usage."""

ONE_AT_A_TIME: Settings = {"n_concurrent_trials": 1}
SUM: Settings = {"metrics": [{"type": "sum"}]}
VERIFIED_OR_NOT: st.SearchStrategy[Settings] = st.sampled_from(
    ({}, {"verifier": {"disable": True}})
)
STEP_NAMES = ("one", "two", "three", "four")
SEPARATE = '[verifier]\nenvironment_mode = "separate"\n'

ADDED = (
    (b"1", b"1", b"1", b"1"), (b"1e308", b"1e308", b"-1e308", b"1"),
    (b"1e308", b"-1e308", b"1e308", b"1"), (b"1", b"1e308", b"1e308", b"-1e308"),
    (b"0.5", b"0.5", b"1", b"0.5"),
)  # fmt: skip
"""Rewards of which some are equal, or whose sum overflows in some orders only."""

_TEXTS = (b"1", b"0", b"0.5", b"0.1", b"-1", b"nan", b"inf", b"1e16", b" 1\n", b"", b"x")
_JSONS = (
    b'{"reward": 1}', b'{"reward": 0}', b'{"a": 1, "b": 0.5}', b'{"b": 2}', b"{}", b"null",
    b'{"reward": NaN}', b'{"reward": true}', b"", b"[]", b'{"reward": null}', b'{"a": 1',
)  # fmt: skip


def case(scenario: Scenario) -> Case:
    """Return the case about a scenario."""
    return Case("run", cast("dict[str, Value]", scenario))


def scenario(tasks: Iterable[Task], job: Settings | None = None) -> Scenario:
    """Return a scenario of these tasks."""
    made: Scenario = {"tasks": list(tasks)}
    return {**made, "job": {**job}} if job else made


def of_tasks(tasks: Iterable[Task], job: Settings | None = None) -> Case:
    """Return the case about a job of these tasks."""
    return case(scenario(tasks, job))


def task(
    name: str,
    attempts: Iterable[list[Script]] = (),
    config: str = "",
    *,
    dataset: str = "",
    mounted: bool = True,
) -> Task:
    """Return a task; ``attempts`` holds the scripts of the tries of each."""
    members = {"attempts": list(attempts), "config": config, "dataset": dataset}
    made = {"name": name, **{member: value for member, value in members.items() if value}}
    return cast("Task", made if mounted else {**made, "mounted": False})


def one_trial(
    *tries: Script, config: str = "", mounted: bool = True, job: Settings | None = None
) -> Case:
    """Return the case about the tries of one trial of the scripted agent."""
    tasks = [task("a", [list(tries)], config, mounted=mounted)]
    return of_tasks(tasks, {"agents": [SCRIPTED_AGENT], **(job or {})})


def one_task(attempts: Iterable[list[Script]], job: Settings | None = None) -> Scenario:
    """Return the scenario of one task with these attempts of the scripted agent."""
    scripts = list(attempts)
    settings: Settings = {"n_attempts": len(scripts), "agents": [SCRIPTED_AGENT]}
    return scenario([task("a", scripts)], {**settings, **(job or {})})


def stepping(lines: Sequence[str], strategy: str = "") -> Task:
    """Return a task with steps, each with a line of task.toml, and with a strategy."""
    config = [f'multi_step_reward_strategy = "{strategy}"'] if strategy else []
    for name, line in zip(STEP_NAMES, lines, strict=False):
        config += ["[[steps]]", f'name = "{name}"', line]
    return {
        "name": "a",
        "config": "\n".join(filter(None, config)) + "\n",
        "files": {f"steps/{name}/instruction.md": "" for name in STEP_NAMES[: len(lines)]},
    }


def two_steps() -> Task:
    """Return a task with two steps."""
    return stepping(["", ""])


def leaving(**files: bytes | None) -> Act:
    """Return the act that leaves ``reward.txt`` (``text``) and ``reward.json`` (``json``)."""
    names = {"text": "reward.txt", "json": "reward.json"}
    return {"leaves": {names[kind]: content for kind, content in files.items()}}


ONE = leaving(text=b"1")
HALF = leaving(text=b"0.5")
ZERO = leaving(text=b"0")
OBJECT = leaving(json=b'{"reward": 0.25}')
NOTHING = Act()


def script(test: Act, /, **stages: Act) -> Script:
    """Return a script whose test does this, with acts at further stages, or instead."""
    return cast("Script", {"test": test, **stages})


def tested(act: Act) -> list[Script]:
    """Return the one try of an attempt whose test script does this."""
    return [{"test": act}]


def rewarded(text: bytes) -> list[Script]:
    """Return the one try of an attempt that leaves this in reward.txt."""
    return tested(leaving(text=text))


def raising(stage: str, error: str, left: Act) -> Script:
    """Return a script with an exception at one stage, besides what the test leaves."""
    act: Act = {**left, "raises": error} if stage == "test" else {"raises": error}
    return script(left, **{stage: act})


def metrics_named(names: Iterable[str]) -> Settings:
    """Return the member of a job that has these metrics, or none."""
    metrics: list[Value] = [{"type": name} for name in names]
    return {"metrics": metrics} if metrics else {}


def session(**members: object) -> Session:
    """Return one more run after these changes."""
    return cast("Session", members)


def acts() -> st.SearchStrategy[Act]:
    """What test scripts leave behind: a text, an object, both, or nothing."""
    texts, jsons = st.sampled_from(_TEXTS), st.sampled_from(_JSONS)
    one = st.builds(leaving, text=texts) | st.builds(leaving, json=jsons)
    return one | st.builds(leaving, text=texts, json=jsons) | st.just(NOTHING)
