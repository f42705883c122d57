"""Audits recorded jobs: each on its own, several at a time."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import as_completed
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from conformance.audit import stats
from conformance.audit.findings import Audit, Finding, Kind
from conformance.audit.folders import UnreadError
from conformance.audit.habits import causes_of
from conformance.audit.jobs import RecordedJob, read_job
from conformance.audit.trials import derive
from conformance.executor.local import end_with_worker, processes
from conformance.implementations.process import ProcessCandidate
from conformance.implementations.process.command import Command
from conformance.implementations.process.reaper import reaped_tempdir
from conformance.implementations.start import Harbor, open_harbor, scratch_folder
from conformance.protocol.values import HARBOR_VERSION, Implementation

OPERATIONS = ("verifier", "multi_step", "metric", "pass_at_k", "job")
"""The operations that an audit asks about."""


@dataclass(frozen=True, slots=True)
class Release:
    """Another release of harbor, the command that serves it, and the versions around it."""

    version: str
    command: Command
    pins: tuple[tuple[str, str], ...] = ()


type Audits = Callable[[Sequence[Path], int, Release | None], Iterator[Audit]]
"""Audits jobs with so many processes, and yields them in any order."""


def audit(path: Path, harbor: Implementation, by: str = HARBOR_VERSION) -> Audit:
    """Return what in a job's folder follows from its files, as ``harbor`` has it."""
    job = opened(path, by)
    return job if isinstance(job, Audit) else derived(job, harbor, by)


def opened(path: Path, by: str) -> RecordedJob | Audit:
    """Return what a job's folder records, or the audit of one that cannot be opened."""
    try:
        return read_job(path)
    except UnreadError as error:
        unread = Finding(Kind.UNREAD, ".", "", str(error))
        return Audit(path, "", by, 0, 0, 0, (), (unread,))


def derived(job: RecordedJob, harbor: Implementation, by: str) -> Audit:
    """Return what in a job follows from its files, as ``harbor`` has it."""
    again = [derive(harbor, trial) for trial in job.trials]
    pairs = list(zip(job.trials, again, strict=True))
    headlines, findings = stats.audited(harbor, job, pairs)
    unread = [Finding(Kind.UNREAD, file, "", why) for file, why in job.unread.items()]
    if job.release not in {"", by}:
        why = f"harbor {job.release} wrote it: --release {job.release} derives as it did"
        unread.append(Finding(Kind.NOTE, "lock.json", "harbor.version", why))
    of_trials = [finding for one in again for finding in one.findings]
    from_files = sum(one.from_files for one in again)
    return Audit(
        path=job.path,
        release=job.release,
        by=by,
        trials=len(job.trials) + len(job.lost),
        derived=from_files,
        taken=sum(one.verifier_result is not None and not one.from_files for one in again),
        headlines=tuple(headlines),
        findings=(*findings, *of_trials, *causes_of(pairs), *unread),
    )


def audits(paths: Sequence[Path], jobs: int, release: Release | None = None) -> Iterator[Audit]:
    """Yield the audit of each job by harbor 0.13.1, or by another release, as they are done."""
    preload = ["conformance.audit.stats"]
    if release is None:
        preload += ["oracle.implementation", *(f"oracle.{name}" for name in OPERATIONS)]
    with reaped_tempdir(scratch_folder) as folder, processes(jobs, preload) as pool:
        futures = [pool.submit(_audit, path, folder, release) for path in paths]
        for future in as_completed(futures):
            yield future.result()


def _audit(path: Path, folder: str, release: Release | None) -> Audit:
    if release is not None:
        return audit(path, _served(release), release.version)
    harbor = _harbor(folder)
    done = audit(path, harbor)
    harbor.verify()
    return done


@cache
def _served(release: Release) -> ProcessCandidate:
    process = ProcessCandidate(release.version, release.command)
    end_with_worker(process)
    return process


@cache
def _harbor(folder: str) -> Harbor:
    return open_harbor(folder)
