"""Audits many jobs, or a large one, on all processors, each with its release."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path

from conformance.audit.audit import Tell, audit, opened
from conformance.audit.findings import Audit
from conformance.audit.folders import Skipped
from conformance.audit.jobs import BatchReader, RecordedJob, TrialBatch, is_large
from conformance.audit.known import NOTHING, Known
from conformance.audit.releases import release_of
from conformance.audit.trials import Derived, derive
from conformance.executor.local import end_with_worker
from conformance.executor.workers import Workers, completed
from conformance.implementations.environments import cache_folder
from conformance.implementations.process import ProcessCandidate
from conformance.implementations.process.reaper import reaped_tempdir
from conformance.implementations.released_harbor import Release, command_elsewhere
from conformance.implementations.start import Harbor, open_harbor, scratch_folder
from conformance.protocol import show
from conformance.protocol.values import HARBOR_VERSION

_USUAL = ("verifier", "metric", "job")
"""The operations that an audit needs, besides ``multi_step`` for trials of several steps."""


@dataclass(frozen=True, slots=True)
class AuditBasis:
    """The release that recomputes a job: the pinned one, another one, or the one that wrote it.

    The environment of the last is found or built in the folder ``kept_in``.
    """

    release: Release | None = None
    kept_in: Path | None = None
    known: Known = NOTHING

    @property
    def by(self) -> str:
        """The release that derives, but for jobs that each have their own."""
        return HARBOR_VERSION if self.release is None else self.release.version


PINNED = AuditBasis()


def audits(
    paths: Sequence[Path | Skipped],
    workers: Workers,
    basis: AuditBasis = PINNED,
    tell: Tell = lambda _: None,
) -> Iterator[Audit]:
    """Yield the audit of each job as soon as it is done.

    Workers elsewhere need not have the folders: they are read here. A single job, and a large one,
    is audited in this process, whose workers read its trials; ``tell`` gets its progress.
    """
    here = workers.scheduler is None
    large = [one for one in paths if here and (len(paths) == 1 or is_large(one))]
    others = [one for one in paths if one not in large]
    with reaped_tempdir(scratch_folder) as folder:
        for path in large:
            say = tell if len(paths) == 1 else partial(_of_one, tell, path)
            yield _of_large(path, workers, basis, folder, say)
        if not others:
            return
        preload = ["conformance.audit.many_jobs"]
        if basis.release is None:
            preload += ["oracle.implementation", *(f"oracle.{name}" for name in _USUAL)]
        jobs = others if here else (opened(path, basis.by) for path in others)
        with workers.executor(preload, len(others)) as executor:
            one = partial(_audit, basis, folder if here else None)
            for _, audited in completed(executor, one, jobs, most=256):
                yield audited


def _of_one(tell: Tell, path: Path | Skipped, how_far: str) -> None:
    name = path.name if isinstance(path, Path) else path.path.name
    tell(f"{show.printable(name)}: {how_far}" if how_far else "")


def _of_large(
    path: Path | Skipped, workers: Workers, basis: AuditBasis, folder: str, tell: Tell
) -> Audit:
    """Return the audit of a job whose trials workers read, while this process derives others.

    The audit derives again, and reports, what cannot be derived meanwhile.
    """
    done = dict[str, Derived]()

    def each(read: BatchReader, batches: Sequence[tuple[str, ...]]) -> Iterator[TrialBatch]:
        if len(batches) <= 1:
            yield from map(read, batches)
            return
        with workers.executor(["conformance.audit.jobs"], len(batches)) as executor:
            for batch in executor.map(read, batches):
                with suppress(Exception):
                    harbor, by, known = _oracle_of(basis, folder, read.release)
                    for trial in batch.trials:
                        done[trial.name] = derive(harbor, trial, known, by)
                yield batch

    return _audit(basis, folder, opened(path, basis.by, tell, each), tell, done)


def _audit(
    basis: AuditBasis,
    folder: str | None,
    job: Path | Skipped | RecordedJob | Audit,
    tell: Tell = lambda _: None,
    done: Mapping[str, Derived] | None = None,
) -> Audit:
    job = opened(job, basis.by, tell) if isinstance(job, Path | Skipped) else job
    if isinstance(job, Audit):
        return job
    harbor, by, known = _oracle_of(basis, folder, job.release, tell)
    audited = audit(job, harbor, by, known, done)
    if not isinstance(harbor, ProcessCandidate):
        harbor.verify()
    return audited


def _oracle_of(
    basis: AuditBasis, folder: str | None, wrote: str, tell: Tell = lambda _: None
) -> tuple[Harbor | ProcessCandidate, str, Known]:
    """Return the harbor that recomputes a release's job, its release, and what is known."""
    release, known = basis.release, basis.known
    if basis.kept_in and wrote not in {"", basis.by}:
        tell(f"harbor {show.printable(wrote)} is got ready")
        own = release_of(wrote, cache_folder() if folder is None else basis.kept_in)
        if isinstance(own, Release):
            release = own
        else:
            known = replace(known, lacking=own)
    if release is not None:
        is_here = folder is not None or basis.kept_in is not None
        return _served(release, here=is_here), release.version, known
    return _harbor(folder), HARBOR_VERSION, known


@cache
def _harbor(folder: str | None) -> Harbor:
    if folder is not None:
        return open_harbor(folder)
    from conformance.certification.run import believed  # noqa: PLC0415 - takes a while

    return believed((*_USUAL, "multi_step"))


@cache
def _served(release: Release, *, here: bool) -> ProcessCandidate:
    command = release.command if here else command_elsewhere(release.version, release.pins)
    process = ProcessCandidate(release.version, command)
    end_with_worker(process.abandon)
    return process
