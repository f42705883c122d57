"""Tools for deviations of whole jobs, which change the scenario before or the result after.

The reference does not have ``run``: harbor itself runs the changed scenario, or its result is
changed.
"""

from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

from candidates.deviations.deviation import Changes, after, before

type Members = dict[str, Any]
"""A scenario, a result of a whole job, or an object in either."""


def altering(alter: Callable[[Members], object]) -> Changes:
    """Change a copy of the scenario before harbor runs."""
    return before(run=_on_copy(alter))


def amending(amend: Callable[[Members], object]) -> Changes:
    """Change a copy of harbor's result."""
    return after(run=_on_copy(amend))


def _on_copy(change: Callable[[Members], object]) -> Callable[[Members], Members]:
    def changed(members: Members) -> Members:
        copy = deepcopy(members)
        change(copy)
        return copy

    return changed


def _scripts(scenario: Members) -> Iterator[Members]:
    """Yield each script of a scenario, and those of its steps."""
    for task in scenario["tasks"]:
        for tries in task.get("attempts", []):
            for script in tries:
                yield script
                yield from script.get("steps", [])


def in_scripts(change: Callable[[Members], object]) -> Changes:
    """Change each script."""
    return altering(lambda scenario: [change(script) for script in _scripts(scenario)])


def in_acts(change: Callable[[Members], object], *stages: str) -> Changes:
    """Change what happens at these stages."""
    return in_scripts(lambda script: [change(script[stage]) for stage in stages if stage in script])


def without(member: str, *stages: str) -> Changes:
    """Take a member out of what happens at these stages."""
    return in_acts(lambda act: act.pop(member, None), *stages)


def in_tasks(change: Callable[[Members], object]) -> Changes:
    """Change each task."""
    return altering(lambda scenario: [change(task) for task in scenario["tasks"]])


def configured(old: str, new: str) -> Changes:
    """Replace text in every task.toml."""

    def configure(task: Members) -> None:
        if "config" in task:
            task["config"] = task["config"].replace(old, new)

    return in_tasks(configure)


def in_job(change: Callable[[Members], object]) -> Changes:
    """Change the members of the job's configuration."""
    return altering(lambda scenario: change(scenario.setdefault("job", {})))


def in_sessions(change: Callable[[Members], object]) -> Changes:
    """Change what is done before the job is run again."""
    return altering(lambda scenario: [change(session) for session in scenario.get("resume", [])])


def in_groups(change: Callable[[Members], object]) -> Changes:
    """Change the statistics of each group."""
    return amending(lambda whole: [change(group) for group in _groups(whole)])


def _groups(whole: Members) -> list[Members]:
    return list(whole["job"]["stats"]["evals"].values()) if whole["job"] else []


def in_stats(change: Callable[[Members], object]) -> Changes:
    """Change the statistics of the job."""
    return amending(lambda whole: whole["job"] and change(whole["job"]["stats"]))


def trials(whole: Members) -> list[Members]:
    """Return the results of the trials that have one."""
    return [trial for trial in whole["trials"].values() if trial]


def in_trials(change: Callable[[Members], object]) -> Changes:
    """Change the result of each trial."""
    return amending(lambda whole: [change(trial) for trial in trials(whole)])


def sorting(key: Callable[[str], str | bool]) -> Changes:
    """Sort the lists of trials' names in the statistics."""

    def sort(group: Members) -> None:
        for by_value in (group["exception_stats"], *group["reward_stats"].values()):
            for listed in by_value.values():
                listed.sort(key=key)

    return in_groups(sort)


def without_verifying_failures(script: Members) -> None:
    """Have nothing left by the test script after an agent that failed."""
    if "raises" in script.get("agent", {}):
        script["test"] = {}


def without_commands(script: Members) -> None:
    """Have all commands succeed."""
    script.pop("commands", None)


def left_for_the_tests(script: Members) -> None:
    """Have the test script leave what the agent left, where it leaves nothing itself."""
    agent, test = script.get("agent", {}), script.get("test", {})
    if "leaves" in agent and "leaves" not in test:
        script["test"] = {**test, "leaves": agent["leaves"]}
