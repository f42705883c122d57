"""Finds the jobs in the folders that a user names."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from conformance.audit.folders import (
    CONFIG,
    LOCK,
    LOG,
    RESULT,
    AuditError,
    Folder,
    Skipped,
    UnreadError,
    document,
    opened,
)

MOST_FOLDERS = 100_000
"""The most folders that are searched for jobs."""

_DEEPEST, _LOOKED_AT = 64, 50
_OF_TRIALS = {"task_name", "trial_name", "verifier_result", "exception_info"}


class _TooManyError(UnreadError):
    """A folder has too many others in it."""


def jobs_in(path: Path) -> Iterator[Path | Skipped]:
    """Yield the job folders that a path names: itself, or those below it.

    A folder that may be a job but cannot be opened is yielded with the reason. Raises UnreadError
    if the path itself cannot be opened, or has too many folders to search.
    """
    with opened(path) as folder:
        yield from _jobs_below(folder, path, [MOST_FOLDERS], _DEEPEST)


def _jobs_below(
    folder: Folder, path: Path, left: list[int], levels: int
) -> Iterator[Path | Skipped]:
    left[0] -= 1
    if left[0] < 0:
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
                    yield from _jobs_below(inner, path / name, left, levels - 1)
            except _TooManyError:
                raise
            except UnreadError as error:
                yield Skipped(path / name, str(error))
        for name in filter(folder.leads_to_folder, folder.links()):
            yield Skipped(path / name, "a link: links are not followed")


def _is_job(folder: Folder) -> bool:
    """Return whether a folder is a job's: it has a job's result, or trials."""
    if folder.has(CONFIG) and _has_files_of_a_job(folder):
        return True
    if folder.has(RESULT):
        return not _is_trial(folder)
    # A trial next to jobs, or a job whose result was replaced by that of a trial, hides no job.
    kinds = {_kind(folder, name) for name in sorted(folder.listed())[:_LOOKED_AT]}
    return kinds & {"job", "trial"} == {"trial"}


def _kind(folder: Folder, name: str) -> str:
    with suppress(UnreadError), folder.below(name) as inner:
        if _has_files_of_a_job(inner):
            return "job"
        if inner.has(RESULT) and _is_trial(inner, unread=inner.has("verifier")):
            return "trial"
    return ""


def _has_files_of_a_job(folder: Folder) -> bool:
    return folder.has(LOG) or folder.has(LOCK)


def _is_trial(folder: Folder, *, unread: bool = False) -> bool:
    """Return whether a folder has a trial's result; ``unread`` if it cannot be read."""
    try:
        content = folder.read(RESULT)
        names = set(document(content)[0]) if content is not None else set()
    except UnreadError:
        return unread
    return not {"stats", "n_total_trials"} & names and bool(_OF_TRIALS & names)


def jobs_of(folders: Sequence[Path]) -> list[Path | Skipped]:
    """Return the job folders in the given folders; raises AuditError.

    They include possible jobs that cannot be opened, with the reason.
    """
    paths: dict[Path | Skipped, None] = {}
    for folder in folders:
        try:
            found = list(jobs_in(folder))
        except UnreadError as error:
            raise AuditError(f"{folder}: {error}") from error
        if not any(isinstance(one, Path) for one in found):
            why = "is not a job and contains none: give the folder that harbor wrote"
            raise AuditError(f"{folder} {why}")
        paths |= dict.fromkeys(found)
    return list(paths)
