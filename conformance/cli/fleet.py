"""The option ``--scheduler``: whose workers do the work."""

import sys
from typing import Annotated

import typer

from conformance.attestation.identity import identity
from conformance.cli.errors import UsageError
from conformance.executor.scheduler import AddressError, ExtraError, checked, refuse_without_extra
from conformance.executor.workers import DaskScheduler, Workers, default_jobs
from conformance.fleet.releases import take_on
from conformance.gate import gate
from conformance.gate.gate import Taking
from conformance.protocol.show import printable

Scheduler = Annotated[
    str | None,
    typer.Option(metavar="ADDRESS", help="Let Dask's workers do the work: tls://HOST:PORT."),
]


def workers_of(jobs: int | None, scheduler: str | None) -> Workers:
    """Return where work is done: by processes here, or by the workers of a scheduler.

    Raises UsageError for an address that may not be spoken to, and without the extra.
    """
    if scheduler is None:
        return Workers(jobs or default_jobs())
    try:
        address = checked(scheduler)
        refuse_without_extra()
    except (AddressError, ExtraError) as error:
        raise UsageError(str(error)) from error
    return Workers(jobs or default_jobs(), DaskScheduler(address, identity, _tell))


def taking_of(address: str | None) -> Taking:
    """Return what asks releases; raises as ``workers_of`` does."""
    workers = workers_of(None, address)
    return take_on(workers) if workers.scheduler else gate.in_processes


def _tell(what: str) -> None:
    print(f"harbor-conformance: {printable(what)}", file=sys.stderr, flush=True)  # noqa: T201 - the command line
