"""Audits by workers elsewhere: a job's folder is read here, and derived there."""

from collections.abc import Iterator, Sequence
from functools import cache, partial
from pathlib import Path

from conformance.audit import audit as auditing
from conformance.audit.audit import OPERATIONS, Audits, Release
from conformance.audit.findings import Audit
from conformance.audit.jobs import RecordedJob
from conformance.certification.run import believed
from conformance.executor.local import end_with_worker
from conformance.executor.workers import Workers, completed
from conformance.fleet.releases import Pinned, commands_of
from conformance.implementations.process import ProcessCandidate
from conformance.protocol.values import HARBOR_VERSION

_AT_ONCE = 256
"""Jobs that are read before their audits are there, at most."""


def audits_on(workers: Workers) -> Audits:
    """Return what has jobs audited elsewhere."""

    def audits(paths: Sequence[Path], jobs: int, release: Release | None) -> Iterator[Audit]:
        del jobs
        pinned = None if release is None else (release.version, release.pins)
        by = HARBOR_VERSION if release is None else release.version
        with workers.executor() as executor:
            opened = (auditing.opened(path, by) for path in paths)
            for _, done in completed(executor, partial(derive, pinned), opened, _AT_ONCE):
                yield done

    return audits


def derive(release: Pinned | None, job: RecordedJob | Audit) -> Audit:
    """Return the audit of a job that was read elsewhere, in a worker's process."""
    if isinstance(job, Audit):
        return job
    if release is not None:
        return auditing.derived(job, _served(release), release[0])
    harbor = believed(OPERATIONS)
    done = auditing.derived(job, harbor, HARBOR_VERSION)
    harbor.verify()
    return done


@cache
def _served(release: Pinned) -> ProcessCandidate:
    process = ProcessCandidate(release[0], commands_of((release,))[release[0]])
    end_with_worker(process)
    return process
