"""Finds the jobs in the folders that a user names, and reads what each records."""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import batched, chain, count, islice
from pathlib import Path
from typing import NamedTuple

from conformance.audit.configured import Setup, setup_of
from conformance.audit.findings import AuditFinding, FindingKind
from conformance.audit.folders import (
    CONFIG,
    LOCK,
    LOG,
    RESULT,
    AuditError,
    Folder,
    Object,
    Skipped,
    UnreadError,
    document,
    members_of,
    opened,
    text_of,
)
from conformance.audit.releases import wrong_fields
from conformance.audit.trial_folders import RecordedTrial, read_trial
from conformance.protocol.values import HARBOR_VERSION


@dataclass(frozen=True, slots=True)
class RecordedJob:
    """A job's folder: its result.json and configuration, its trials, and what reading found.

    ``locked`` are the trials that lock.json lists, if there is one. ``lost`` names the folders of
    trials with an unreadable result, ``unended`` without one, ``listed`` all, as the system does.
    """

    path: Path
    result: Object | None
    config: Object | None
    release: str
    locked: tuple[Setup, ...] | None
    trials: tuple[RecordedTrial, ...]
    lost: tuple[str, ...]
    unended: tuple[str, ...]
    listed: tuple[str, ...]
    findings: tuple[AuditFinding, ...]

    @property
    def pinned(self) -> bool:
        """Whether the pinned release wrote it."""
        return self.release == HARBOR_VERSION

    @property
    def ended(self) -> bool:
        """False only if its result says that the job did not end."""
        return self.result is None or self.result.get("finished_at", "") is not None

    @property
    def recorded(self) -> Object:
        """The members of its result; none if there is no result."""
        return self.result or {}

    @property
    def stats(self) -> Object | None:
        """The stats in its result, if it has any."""
        stats = self.recorded.get("stats")
        return stats if isinstance(stats, dict) else None

    def is_unread(self, file: str) -> bool:
        """Return whether a file exists but was not read."""
        return any(one.kind is FindingKind.UNREAD and one.file == file for one in self.findings)


AT_A_TIME = 2_000
"""The trials in one batch, which any free process reads; then progress is reported."""


class TrialBatch(NamedTuple):
    """Some of a job's trials, the names of lost and unended ones, and what reading found."""

    trials: list[RecordedTrial]
    lost: list[str]
    unended: list[str]
    findings: list[AuditFinding]


@dataclass(frozen=True, slots=True)
class BatchReader:
    """Reads trials of a job that a release wrote, by the names of their folders."""

    path: Path
    release: str

    def __call__(self, names: tuple[str, ...]) -> TrialBatch:
        """Return what the folders record."""
        batch = TrialBatch([], [], [], [])
        with opened(self.path) as folder:
            for name in names:
                try:
                    with folder.below(name) as own:
                        inner = Folder(own.descriptor, own.path, own.place)
                        if inner.has(RESULT):
                            batch.trials.append(read_trial(inner, name, release=self.release))
                        elif inner.has(CONFIG):
                            batch.unended.append(name)
                except UnreadError as error:
                    folder.unread(f"{name}/{RESULT}", error)
                    batch.lost.append(name)
        batch.findings.extend(folder.findings)
        return batch


type EachBatch = Callable[[BatchReader, Sequence[tuple[str, ...]]], Iterable[TrialBatch]]
"""Reads each batch of folders' names, and keeps their order: ``map``, or an executor's."""


def is_large(path: Path | Skipped) -> bool:
    """Return whether a folder has more subfolders than one batch."""
    with suppress(OSError), os.scandir(path if isinstance(path, Path) else path.path) as entries:
        return next(islice(entries, AT_A_TIME, None), None) is not None
    return False


def read_job(
    path: Path, tell: Callable[[str], None] = lambda _: None, each: EachBatch = map
) -> RecordedJob:
    """Return what a job's folder records; raises UnreadError if it cannot be opened."""
    with opened(path) as folder:
        release, locked = _locked(folder)
        result, config = map(folder.document, (RESULT, CONFIG))
        for kind, name, one in (("job", RESULT, result), ("configuration", CONFIG, config)):
            if release and one is not None:
                folder.findings.extend(wrong_fields(kind, release, one, name))
        for link in folder.links():
            folder.unread(link, "a link: links are not followed")
        batches, listed = list[TrialBatch](), tuple(folder.listed())
        for batch in each(BatchReader(path, release), [*batched(sorted(listed), AT_A_TIME)]):
            batches.append(batch)
            if len(batches) > 1 or len(batch.trials) == AT_A_TIME:
                tell(f"{sum(len(one.trials) for one in batches):,} trials read")
    parts = zip(TrialBatch([], [], [], []), *batches, strict=True)
    trials, lost, unended, of_trials = (tuple(chain.from_iterable(part)) for part in parts)
    findings = (*folder.findings, *of_trials)
    return RecordedJob(
        path, result, config, release, locked, trials, lost, unended, listed, findings
    )


def _locked(job: Folder) -> tuple[str, tuple[Setup, ...] | None]:
    """Return the release that wrote a job, and its trials, as lock.json has them.

    The document itself is not kept: for many trials it has hundreds of megabytes.
    """
    lock = job.document(LOCK) or {}
    release = text_of(members_of(lock.get("harbor")).get("version")) or ""
    entries = lock.get("trials")
    if not isinstance(entries, list):
        return release, None
    pinned = release == HARBOR_VERSION
    return release, tuple(setup_of(members_of(one), pinned=pinned) for one in entries)


MOST_FOLDERS = 100_000
"""The most folders that are searched for jobs."""

_DEEPEST = 64


class _TooManyError(Exception):
    """A folder has too many others in it to search."""


def jobs_in(path: Path) -> Iterator[Path | Skipped]:
    """Yield the job folders that a path names: itself, or those below it.

    A folder that may be a job but cannot be opened is yielded with the reason. Raises UnreadError
    if the path itself cannot be opened, and _TooManyError.
    """
    with opened(path) as folder:
        yield from _jobs_below(folder, path, count(1), _DEEPEST)


def _jobs_below(
    folder: Folder, path: Path, numbers: Iterator[int], levels: int
) -> Iterator[Path | Skipped]:
    if next(numbers) > MOST_FOLDERS:
        raise _TooManyError(f"more than {MOST_FOLDERS:,} folders: give those of the jobs")
    if _is_job(folder):
        yield path
    elif not levels:
        yield Skipped(path, f"more than {_DEEPEST} folders down")
    elif folder.has(RESULT):
        yield Skipped(path, "a trial that is in no job")
    else:
        for name in sorted(folder.listed()):
            try:
                with folder.below(name) as inner:
                    yield from _jobs_below(inner, path / name, numbers, levels - 1)
            except UnreadError as error:
                yield Skipped(path / name, str(error))
        for name in filter(folder.leads_to_folder, folder.links()):
            yield Skipped(path / name, "a link: links are not followed")


def _is_job(folder: Folder) -> bool:
    """Return whether a folder is a job's: it has a job's files, or trials and no jobs."""
    if folder.has(LOG) or folder.has(LOCK):
        return True
    if folder.has(RESULT):
        return not _is_trial(folder)
    has_trial = False
    for name in folder.listed():
        with suppress(UnreadError), folder.below(name) as inner:
            if inner.has(LOG) or inner.has(LOCK):
                return False
            has_trial = has_trial or (inner.has(RESULT) and _is_trial(inner))
    return has_trial


def _is_trial(folder: Folder) -> bool:
    """Return whether a folder has a trial's result."""
    with suppress(UnreadError):
        names = document(folder.read(RESULT) or b"")[0].keys()
        of_trials = {"task_name", "trial_name", "verifier_result", "exception_info"}
        return names.isdisjoint({"stats", "n_total_trials"}) and bool(of_trials & names)
    return False


def jobs_of(folders: Sequence[Path]) -> list[Path | Skipped]:
    """Return the job folders in the given folders; raises AuditError.

    They include possible jobs that cannot be opened, with the reason.
    """
    paths: dict[Path | Skipped, None] = {}
    for folder in folders:
        try:
            found = list(jobs_in(folder))
        except (UnreadError, _TooManyError) as error:
            raise AuditError(f"{folder}: {error}") from error
        if not any(isinstance(one, Path) for one in found):
            why = "is not a job and contains none: give the folder that harbor wrote"
            raise AuditError(f"{folder} {why}")
        paths |= dict.fromkeys(found)
    return list(paths)
