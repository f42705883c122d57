"""Audits by a fleet: a job's folder is read here, and what follows from it is derived there."""

from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from functools import cache
from multiprocessing.util import Finalize
from pathlib import Path

from conformance.audit import audit as auditing
from conformance.audit.audit import OPERATIONS, Audits, Release
from conformance.audit.findings import Audit
from conformance.audit.jobs import RecordedJob
from conformance.certification.workers import started
from conformance.fleet.belief import believe, harbor
from conformance.fleet.pool import Fleet
from conformance.fleet.releases import Pinned, commands_of
from conformance.implementations.process import ProcessCandidate
from conformance.protocol.values import HARBOR_VERSION

_AT_ONCE = 256
"""Jobs that have been read and not yet derived, at most."""


def audits_on(fleet: Fleet) -> Audits:
    """Return what has jobs audited by a fleet."""

    def audits(paths: Sequence[Path], jobs: int, release: Release | None) -> Iterator[Audit]:
        del jobs
        pinned = None if release is None else (release.version, release.pins)
        by = HARBOR_VERSION if release is None else release.version
        with fleet.pool() as pool:
            open_: set[Future[Audit]] = set()
            for path in paths:
                job = auditing.opened(path, by)
                if isinstance(job, Audit):
                    yield job
                    continue
                open_.add(pool.submit(derive, job, pinned))
                if len(open_) >= _AT_ONCE:
                    ended, open_ = wait(open_, return_when=FIRST_COMPLETED)
                    yield from (future.result() for future in ended)
            while open_:
                ended, open_ = wait(open_, return_when=FIRST_COMPLETED)
                yield from (future.result() for future in ended)

    return audits


def derive(job: RecordedJob, release: Pinned | None) -> Audit:
    """Return the audit of a job that was read elsewhere, in a worker's process."""
    if release is not None:
        return auditing.derived(job, _served(release), release[0])
    believe(OPERATIONS)
    done = auditing.derived(job, harbor(), HARBOR_VERSION)
    harbor().verify()
    return done


@cache
def _served(release: Pinned) -> ProcessCandidate:
    process = ProcessCandidate(release[0], commands_of((release,))[release[0]])
    started.append(process)
    # Workers leave by os._exit, which runs these finalizers and nothing else.
    Finalize(process, process.abandon, exitpriority=1)
    return process
