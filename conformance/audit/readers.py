"""What others make of jobs and of a reward file: readers, another release, harbor's own pages."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any, cast

from conformance.audit.basis import deriving_release
from conformance.audit.findings import NOT_DERIVED, Audit, text
from conformance.audit.folders import CONFIG, LOCK, RESULT, AuditError, Folder, UnreadError, opened
from conformance.audit.reward_file import JSON, TEXT, check, number_of
from conformance.audit.rewards import is_of_value
from conformance.certification import count_of
from conformance.implementations.installed_harbor import published_of, write_jobs
from conformance.implementations.process.reaper import reaped_tempdir
from conformance.implementations.readers.environment import prepared
from conformance.implementations.readers.reader import Reader, ReaderError, names, reader
from conformance.implementations.readers.showing import Shows, of_reader
from conformance.implementations.released_harbor import opened_harbor
from conformance.operations.run import inputs
from conformance.protocol import show
from conformance.protocol.differences import differences


def readers_named(wanted: Sequence[str]) -> list[Reader]:
    """Return the readers with these names; ``all`` means all readers in the package index.

    Raises AuditError for an unknown name.
    """
    try:
        if "all" in wanted:
            every = map(reader, names())
            return [one for one in every if one.calls and not one.from_repository]
        return [reader(name) for name in wanted]
    except ReaderError as error:
        raise AuditError(str(error)) from error


def shown_by(described: Reader, places: Iterable[tuple[Path, Shows]], seconds: float) -> list[str]:
    """Return what a reader shows of trials and jobs, or why it cannot, within these seconds."""
    places = list(places)
    try:
        ready = prepared(described)
        shown, _ = of_reader(ready, places, seconds)
    except ReaderError as error:
        return [str(error)] * len(places)
    return [str(one) for one in shown]


def copied(job: Path, target: Path, *, trajectories: bool = False) -> Path:
    """Return a copy of a job with only the files that were read safely: no links, nothing large.

    With ``trajectories``, it has an empty one in place of each. Raises UnreadError if the job
    cannot be opened.
    """
    target.mkdir(parents=True)
    with opened(job) as folder:
        _copy(folder, (RESULT, CONFIG, LOCK), target)
        for place, name in enumerate(sorted(folder.listed())):
            with suppress(UnreadError), folder.below(name) as trial:
                if trial.has(RESULT):
                    # A name that is not plain becomes another one that sorts like it.
                    plain = name if name.isprintable() else f"trial-{place:07}"
                    _copy_trial(trial, target / plain, trajectories=trajectories)
    return target


def _copy_trial(trial: Folder, target: Path, *, trajectories: bool) -> None:
    (target / "verifier").mkdir(parents=True)
    _copy(trial, (RESULT,), target)
    with suppress(UnreadError), trial.below("verifier") as verifier:
        _copy(verifier, (TEXT, JSON), target / "verifier")
    with suppress(UnreadError), trial.below("agent") as agent:
        if trajectories and agent.has("trajectory.json"):
            (target / "agent").mkdir()
            (target / "agent" / "trajectory.json").write_text("{}")


def _copy(folder: Folder, names: Sequence[str], target: Path) -> None:
    for name in names:
        with suppress(UnreadError):
            content = folder.read(name)
            if content is not None:
                (target / name).write_bytes(content)


def file_by_releases(
    name: str, content: bytes, versions: Sequence[str]
) -> Iterator[tuple[str, str]]:
    """Yield what other releases of harbor make of a file, by their names; raises AuditError."""
    for version in versions:
        with deriving_release(version) as other:
            if other is not None:
                with closing(opened_harbor(other)) as harbor:
                    yield f"harbor {other.version}", check(harbor, name, content).words


def file_by_readers(name: str, content: bytes, wanted: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield what readers show for a job of one trial that leaves this file; raises AuditError."""
    if not wanted:
        return
    leaves = inputs.tested({"leaves": {TEXT if name == TEXT else JSON: content}})
    settings = {"n_attempts": 1, **inputs.ONE_AT_A_TIME}
    scenario = inputs.scenario([inputs.task("task", [leaves])], settings)
    with reaped_tempdir("harbor-conformance-check-") as folder:
        jobs = write_jobs({"file": scenario}, Path(folder))
        (trial,) = jobs["file"].glob("*/result.json")
        for one in readers_named(wanted):
            (shown,) = shown_by(one, [(trial.parent, Shows.TRIAL)], seconds=120)
            yield one.name, show.printable(shown)


PUBLISHED = ("accuracy", "viewer", "a submission would fail", "why they differ")
"""The columns of what harbor would publish, after the job's name and metrics."""

_WHYS = {
    "failed_with_reward": "with an exception and a reward: counted in the mean, failed here",
    "other_than_0_or_1": "with a reward other than 0 and 1: counted in the mean, no pass",
    "not_completed": "without an exception or a reward: 0 in the mean, left out here",
    "not_uploaded": "that cannot be uploaded",
    "without_reward_key": "without the key reward: 0 in the viewer",
}

_MOST_TASKS = 3
"""The most tasks whose averages in the viewer are shown."""


def published(audit: Audit, folder: Path) -> list[str]:
    """Return the cells of a job, from a copy with only the files that were read safely."""
    try:
        figures = published_of(copied(audit.path, folder / "job", trajectories=True))
    except UnreadError as error:
        figures = str(error)
    if isinstance(figures, str):
        return [figures, figures, "—", "nothing of the job is published"]
    shown = cast("Mapping[str, Any]", figures)
    averages, counts = shown["viewer"], ((shown[name], why) for name, why in _WHYS.items())
    more = [f"{len(averages) - _MOST_TASKS} more tasks"] if len(averages) > _MOST_TASKS else []
    whys = [
        f"{count_of(times, 'trial')} of {shown['trials']} {why}" for times, why in counts if times
    ]
    return [
        _accuracy(audit, shown["accuracy"]),
        ", ".join([*averages[:_MOST_TASKS], *more]),
        ", ".join(shown["failed"]) or "—",
        "; ".join(whys) or "—",
    ]


def _accuracy(audit: Audit, accuracy: float | None) -> str:
    """Return the accuracy, with its difference from the mean if there is one mean."""
    with suppress(ValueError):
        (mean,) = (float(one.derived) for one in audit.headlines if one.metric == "mean")
        if accuracy is not None:
            return f"{accuracy!r} ({accuracy - mean:+.3g})"
    return repr(accuracy)


@dataclass(frozen=True, slots=True)
class JobChange:
    """One value of a recorded job that two releases derive differently, and why."""

    job: str
    what: str
    before: str
    after: str
    cause: str
    is_score: bool


@dataclass(frozen=True, slots=True)
class Upgrade:
    """What an upgrade does to recorded jobs; ``derived`` of ``trials`` have their reward files.

    ``unread`` names the jobs of which nothing is proven: unreadable ones, or all if all are empty.
    """

    before: str
    after: str
    jobs: int
    trials: int
    derived: int
    changes: tuple[JobChange, ...]
    unread: tuple[str, ...] = ()

    @property
    def verdict(self) -> str:
        """The outcome in one line."""
        base = f"{count_of(self.jobs, 'job')}, {count_of(self.trials, 'trial')}"
        between = f"from {self.before} to {self.after}"
        files = f"{self.derived:,} of them from their reward files"
        if self.unread:
            names = show.shorten(show.printable(", ".join(self.unread)), 200)
            files += f"; nothing could be compared in {count_of(len(self.unread), 'job')}, "
            files += f"audit shows why: {names}"
        if not self.changes:
            return f"no change {between} in {base}; {files}"
        scores = f"{sum(change.is_score for change in self.changes)} of them scores"
        return f"{count_of(len(self.changes), 'change')}, {scores}, in {base} {between}; {files}"


def upgrade(pairs: Sequence[tuple[Audit, Audit]], before: str, after: str) -> Upgrade:
    """Return what changes between the audits of the same jobs by two releases."""
    is_empty = all(one.is_empty for one, _ in pairs)
    return Upgrade(
        before,
        after,
        len(pairs),
        sum(one.trials for one, _ in pairs),
        sum(one.derived for one, _ in pairs),
        tuple(change for pair in pairs for change in _changes(*pair)),
        tuple(one.name for one, other in pairs if is_empty or one.unreadable or other.unreadable),
    )


def _changes(one: Audit, other: Audit) -> Iterator[JobChange]:
    causes = {found.file: found.cause for found in (*one.differences, *other.differences)}
    scores = [
        {f"{line.group}: {line.metric}": line.derived for line in side.headlines}
        for side in (one, other)
    ]
    for what in dict.fromkeys(chain(*scores)):
        before, after = (side.get(what, NOT_DERIVED) for side in scores)
        if number_of(before) != number_of(after):
            yield JobChange(one.name, what, before, after, "the score of the group", is_score=True)
    for what in dict.fromkeys([*one.values, *other.values]):
        first, second = (side.values.get(what) for side in (one, other))
        if any(map(is_of_value, differences(first, second))):
            cause = causes.get(what, "the trials give it")
            sides = show.printable(what), text(first), text(second)
            yield JobChange(one.name, *sides, cause, is_score=False)
