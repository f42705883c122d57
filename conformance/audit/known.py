"""What the user knows about the jobs, and their folders do not record."""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from conformance.audit.folders import AuditError, listed_in, members_of, text_of
from conformance.protocol.shapes import Json

METRICS = ("mean", "max", "min", "sum")
"""The metrics that are classes of harbor; any other is a program and is never run."""


@dataclass(frozen=True, slots=True)
class KnownTask:
    """A task as task.toml defines it: its name, its steps, and the strategy of their reward.

    ``has_minimum`` says that a step has a min_reward, below which harbor stops.
    """

    name: str | None
    steps: tuple[str, ...]
    has_minimum: bool
    strategy: str | None


@dataclass(frozen=True, slots=True)
class Known:
    """The metrics of the jobs, None if not given, and tasks by the names of their folders.

    ``lacking`` says why the release that wrote a job cannot be installed.
    """

    metrics: tuple[str, ...] | None = None
    tasks: Mapping[str, KnownTask] = field(default_factory=dict)
    lacking: str = ""


NOTHING = Known()


def known(metrics: Iterable[str], tasks: Path | None) -> Known:
    """Return what is known, with each task.toml below a folder; raises AuditError."""
    wanted = tuple(metrics)
    if unknown := [one for one in wanted if one not in METRICS]:
        raise AuditError(f"--metric {unknown[0]}: give {', '.join(METRICS)}")
    found: dict[str, KnownTask] = {}
    for file in sorted(tasks.rglob("task.toml")) if tasks is not None else ():
        task, name = _task(file), file.parent.name
        for called in {name, task.name or name}:
            if found.setdefault(called, task) != task:
                raise AuditError(f"--tasks {tasks}: two different tasks are named {called}")
    if tasks is not None and not found:
        raise AuditError(f"--tasks {tasks}: no task.toml is below it")
    return Known(wanted or None, found)


def _task(file: Path) -> KnownTask:
    try:
        content: dict[str, Json] = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise AuditError(f"{file}: {error}") from error
    steps = [one for one in listed_in(content.get("steps")) if isinstance(one, dict)]
    return KnownTask(
        text_of(members_of(content.get("task")).get("name")),
        tuple(str(one.get("name")) for one in steps),
        any("min_reward" in one for one in steps),
        text_of(content.get("multi_step_reward_strategy")),
    )
