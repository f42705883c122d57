"""What the broken runners of whole jobs have in common: ways through scenarios and results."""

from collections.abc import Callable, Iterator
from typing import Any

from candidates.broken.variant import Whole
from conformance.scenario import Act, Scenario, Script

EARLY = ("start", "setup", "agent", "upload", "verifier_start")
"""The stages before the test script runs."""


def scripts(scenario: Scenario) -> Iterator[Script]:
    """Yield each script of a scenario, and those of its steps."""
    for task in scenario["tasks"]:
        for tries in task.get("attempts", []):
            for script in tries:
                yield script
                yield from script.get("steps", [])


def acts(scenario: Scenario, *stages: str) -> Iterator[Act]:
    """Yield what the scripts have happen at these stages."""
    for script in scripts(scenario):
        for stage, act in script.items():
            if stage in stages:
                yield act  # type: ignore[misc] # the members of a script with these names


def without(member: str, *stages: str) -> Callable[[Scenario], None]:
    """Return an alteration that takes a member out of what happens at these stages."""

    def alter(scenario: Scenario) -> None:
        for act in acts(scenario, *stages):
            act.pop(member, None)  # type: ignore[misc] # one of an act's members

    return alter


def setting(*path: str, to: Any) -> Callable[[Scenario], None]:  # noqa: ANN401 - JSON
    """Return an alteration that sets a member of the job's configuration."""

    def alter(scenario: Scenario) -> None:
        holder: dict[str, Any] = scenario.setdefault("job", {})
        for name in path[:-1]:
            holder = holder.setdefault(name, {})
        holder[path[-1]] = to

    return alter


def configured(old: str, new: str) -> Callable[[Scenario], None]:
    """Return an alteration that replaces text in every task.toml."""

    def alter(scenario: Scenario) -> None:
        for task in scenario["tasks"]:
            if "config" in task:
                task["config"] = task["config"].replace(old, new)

    return alter


def groups(whole: Whole) -> Iterator[dict[str, Any]]:
    """Yield the statistics of each group."""
    yield from whole["job"]["stats"]["evals"].values() if whole["job"] else ()


def names(whole: Whole) -> Iterator[list[str]]:
    """Yield each list of trials' names in the statistics."""
    for group in groups(whole):
        yield from group["exception_stats"].values()
        for by_value in group["reward_stats"].values():
            yield from by_value.values()


def sorting(key: Callable[[str], object]) -> Callable[[Whole], None]:
    """Return an amendment that sorts the lists of trials' names."""

    def amend(whole: Whole) -> None:
        for listed in names(whole):
            listed.sort(key=key)  # type: ignore[arg-type] # keys that compare

    return amend


def trials(whole: Whole) -> Iterator[dict[str, Any]]:
    """Yield the results of the trials that have one."""
    yield from (trial for trial in whole["trials"].values() if trial)
