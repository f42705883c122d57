"""The same jobs in eleven places of harbor's wheel, and statements about them.

``places.toml`` has the places, the jobs and the statements.
"""

import json
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, cast

from pydantic import BaseModel, ConfigDict

from conformance.implementations.environments.versions import NEWEST
from conformance.implementations.process.command import Command
from conformance.implementations.process.reaper import reaped_tempdir
from conformance.implementations.released_harbor import (
    Release,
    printed_by,
    served,
    write_released_jobs,
)
from conformance.protocol.scenario import Scenario
from conformance.protocol.values import HARBOR_VERSION, Value

RELEASES = (HARBOR_VERSION, NEWEST)

type Saying = Mapping[str, Any]
"""What each place shows for one job; text if it shows nothing."""

type SaidByJob = Mapping[str, Saying]

type Lines = tuple[str, int, int, str]
"""A file of harbor, a first and last line, and a quote from the first."""


class _Described(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class HarborPlace(_Described):
    """A place, the lines that decide what it shows, and what they do."""

    name: str
    source: Lines
    does: str


class PlaceJob(_Described):
    """A job of one task: its id, its title, and the events of its attempts."""

    id: str
    title: str
    tries: tuple[dict[str, str], ...]

    @property
    def scenario(self) -> Scenario:
        """The job as a scenario for harbor."""
        tasks = [{"name": "task", "attempts": [[_script(one)] for one in self.tries]}]
        agents = [{"import_path": "oracle.scripted:ScriptedAgent"}]
        job = {"n_attempts": len(self.tries), "n_concurrent_trials": 1, "agents": agents}
        return cast("Scenario", {"tasks": tasks, "job": job})


def _script(one: Mapping[str, str]) -> Value:
    raises = {part: {"raises": one[part]} for part in ("start", "agent") if part in one}
    leaves = {"leaves": {"reward.json": one["leaves"].encode()}} if "leaves" in one else None
    return cast("Value", {**raises, **({"test": leaves} if leaves else {})})


class Statement(_Described):
    """A sentence about one job, what places show if it holds, and a job for which it does not.

    Only the named fields of a place are compared; a single value must be in the list.
    """

    sentence: str
    job: str
    bound: str
    shows: dict[str, dict[str, Any]]

    def holds_of(self, said: SaidByJob) -> bool:
        """Return whether it holds for its job and not for the other."""
        return self._holds(said[self.job]) and not self._holds(said[self.bound])

    def _holds(self, said: Saying) -> bool:
        return all(
            isinstance(said[place], dict) and _has(said[place].get(field), value)
            for place, fields in self.shows.items()
            for field, value in fields.items()
        )


def _has(said: object, value: object) -> bool:
    return said == value or (isinstance(said, list) and value in said)


class _Pages(_Described):
    place: tuple[HarborPlace, ...]
    sweeps: dict[str, Lines]
    job: tuple[PlaceJob, ...]
    statement: tuple[Statement, ...]


_TEXT = Path(__file__).with_name("places.toml").read_text(encoding="utf-8")
_PAGES = _Pages(**tomllib.loads(_TEXT))
PLACES, JOBS, STATEMENTS, SWEEPS = _PAGES.place, _PAGES.job, _PAGES.statement, _PAGES.sweeps
SCENARIOS = {job.id: job.scenario for job in JOBS}


def said_by(releases: Sequence[str]) -> dict[str, dict[str, Saying]]:
    """Return, by release and job, what each place shows for a job that the release runs.

    Raises KeyError if a release cannot be installed, and ReleaseError if it cannot be run.
    """
    with (
        reaped_tempdir("harbor-conformance-places-") as folder,
        served(releases) as found,
    ):
        commands = {one.version: one.command for one in found.values() if isinstance(one, Release)}
        return {one: said_by_one(commands[one], Path(folder) / one) for one in releases}


def said_by_one(release: Command, folder: Path) -> dict[str, Saying]:
    """Return what the places of a release show for the jobs, which it runs itself."""
    return said_of(release, write_released_jobs(release, SCENARIOS, folder))


def said_of(release: Command, written: Mapping[str, Path]) -> dict[str, Saying]:
    """Return what the places of a release show for the folders of jobs."""
    answers = json.loads(printed_by(release, ["--places", *map(str, written.values())]))
    return dict(zip(written, answers, strict=True))
