"""Options of where work is done: by processes here, or by a scheduler's workers."""

import sys
from dataclasses import dataclass
from typing import Annotated

from typer import Option

from conformance.cli.options import Jobs
from conformance.executor.scheduler import checked, refuse_without_extra
from conformance.executor.workers import DaskScheduler, Workers, default_jobs
from conformance.protocol.show import printable


@dataclass(frozen=True, kw_only=True)
class WorkOptions:
    """Where work is done."""

    jobs: Jobs = None
    scheduler: Annotated[
        str | None,
        Option(metavar="ADDRESS", help="Let Dask's workers do the work: tls://HOST:PORT."),
    ] = None

    def workers(self) -> Workers:
        """Return processes here, or the workers of a scheduler; raises as ``workers_of`` does."""
        return workers_of(self.jobs, self.scheduler)


def workers_of(jobs: int | None, scheduler: str | None) -> Workers:
    """Return where work is done: by processes here, or by the workers of a scheduler.

    Raises AddressError where it may not be spoken to, and ExtraError without the extra.
    """
    if scheduler is None:
        return Workers(jobs or default_jobs())
    from conformance.attestation.surroundings import identity

    address = checked(scheduler)
    refuse_without_extra()
    return Workers(jobs or default_jobs(), DaskScheduler(address, identity, _tell))


def _tell(what: str) -> None:
    print(f"harbor-conformance: {printable(what)}", file=sys.stderr, flush=True)  # noqa: T201 - the command line
