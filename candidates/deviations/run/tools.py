"""Tools for deviations of whole jobs, which change the scenario before or the result after.

The reference does not have ``run``: harbor itself runs the changed scenario, or its result is
changed.
"""

from collections.abc import Callable, Iterable, Iterator
from copy import deepcopy
from functools import partial
from typing import Any

from candidates.deviations.deviation import Changes, after, before

type Members = dict[str, Any]
"""A scenario, a result of a whole job, or an object in either."""

type Alter = Callable[[Members], object]
"""Changes what it is given in place."""


def altering(alter: Alter) -> Changes:
    """Change a copy of the scenario before harbor runs."""
    return before(run=partial(_on_copy, alter))


def amending(amend: Alter) -> Changes:
    """Change a copy of harbor's result."""
    return after(run=partial(_on_copy, amend))


def _on_copy(change: Alter, members: Members) -> Members:
    copy = deepcopy(members)
    change(copy)
    return copy


def _each(found: Callable[[Members], Iterable[Members]], change: Alter) -> Alter:
    return lambda whole: [change(one) for one in found(whole)]


def _scripts(scenario: Members) -> Iterator[Members]:
    """Yield each script of a scenario, and those of its steps."""
    for task in scenario["tasks"]:
        for tries in task.get("attempts", []):
            for script in tries:
                yield script
                yield from script.get("steps", [])


def in_scripts(change: Alter) -> Changes:
    """Change each script."""
    return altering(_each(_scripts, change))


def in_acts(change: Alter, *stages: str) -> Changes:
    """Change what happens at these stages."""
    return in_scripts(lambda script: [change(script[stage]) for stage in stages if stage in script])


def without(member: str, *stages: str) -> Changes:
    """Take a member out of what happens at these stages."""
    return in_acts(lambda act: act.pop(member, None), *stages)


def in_tasks(change: Alter) -> Changes:
    """Change each task."""
    return altering(_each(lambda scenario: scenario["tasks"], change))


def configured(old: str, new: str) -> Changes:
    """Replace text in every task.toml."""

    def configure(task: Members) -> None:
        if "config" in task:
            task["config"] = task["config"].replace(old, new)

    return in_tasks(configure)


def in_job(change: Alter) -> Changes:
    """Change the members of the job's configuration."""
    return altering(lambda scenario: change(scenario.setdefault("job", {})))


def in_sessions(change: Alter) -> Changes:
    """Change what is done before the job is run again."""
    return altering(_each(lambda scenario: scenario.get("resume", []), change))


def in_groups(change: Alter) -> Changes:
    """Change the statistics of each group."""
    return in_stats(_each(lambda stats: stats["evals"].values(), change))


def in_stats(change: Alter) -> Changes:
    """Change the statistics of the job."""
    return amending(lambda whole: whole["job"] and change(whole["job"]["stats"]))


def trials(whole: Members) -> list[Members]:
    """Return the results of the trials that have one."""
    return [trial for trial in whole["trials"].values() if trial]


def in_trials(change: Alter) -> Changes:
    """Change the result of each trial."""
    return amending(_each(trials, change))
